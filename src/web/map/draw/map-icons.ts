import type { Map as MapLibreMap } from 'maplibre-gl';
import { type MarkIcon, rasterizeIcon } from './icons.ts';

/** Number of icons above which unused icons are removed from the map. */
const mostIcons = 500;

/**
 * Icons of the map's points. They are added when a style is loaded, and again after each change of
 * the style.
 */
export function createMapIcons(map: MapLibreMap) {
  const icons = new Map<string, MarkIcon>();
  const addImage = (icon: MarkIcon) => {
    if (!map.hasImage(icon.id)) map.addImage(icon.id, rasterizeIcon(icon), { pixelRatio: 2 });
  };
  return {
    add(icon: MarkIcon, isReady: boolean) {
      if (icons.has(icon.id)) return;
      icons.set(icon.id, icon);
      if (isReady) addImage(icon);
    },
    /** Adds all icons to a newly loaded style. */
    addAll() {
      for (const icon of icons.values()) addImage(icon);
    },
    /** Removes icons that no point uses, once there are more than `mostIcons`. */
    removeUnused(usedIds: () => Iterable<string>) {
      if (icons.size <= mostIcons) return;
      const used = new Set(usedIds());
      for (const id of icons.keys()) {
        if (used.has(id)) continue;
        icons.delete(id);
        if (map.hasImage(id)) map.removeImage(id);
      }
    },
  };
}
