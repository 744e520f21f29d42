import {
  type AlertProps,
  type CheckboxProps,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type ModalProps,
  type MultiSelectProps,
  type NotificationProps,
  type PopoverProps,
  type SelectProps,
  type SkeletonProps,
  type TableProps,
  type TableScrollContainerProps,
  type TooltipProps,
} from '@mantine/core';
import type { HealthTier } from '#shared/core/tiers.ts';
import { graceOutline, tierStyles } from './tier/tiers.ts';

/**
 * Background and text colors of both schemes. `theme.test.ts` checks their contrast against WCAG
 * AA.
 */
export const schemeColors = {
  light: {
    page: '#fbf9f5',
    surface: '#ffffff',
    text: '#10262c',
    muted: '#53656b',
    line: '#e3ded3',
    /** Border of fields, selects, checkboxes and radio buttons. */
    control: '#857f74',
    /** Icon or text of a disabled control. */
    disabled: '#b5aea2',
    accent: '#0b6e6b',
    /** Background color on which white text is readable. */
    deep: '#0a5654',
    /** Color of shapes in illustrations, never of text. */
    warm: '#efb78d',
    /** Second background color, which sets a section of a long page apart. */
    sand: '#f8eddf',
  },
  dark: {
    page: '#0e1b20',
    surface: '#16272d',
    text: '#dfe8e8',
    muted: '#9badb1',
    line: '#2c4149',
    control: '#6b8189',
    disabled: '#52666e',
    accent: '#58c2bb',
    deep: '#0d4544',
    warm: '#d09a72',
    sand: '#0a1418',
    /**
     * Background colors of warnings (`caution`) and errors (`alarm`), which are lighter than
     * Mantine's.
     */
    caution: '#2e2a1c',
    alarm: '#361f1f',
  },
} as const;

const teal: MantineColorsTuple = [
  '#e5f4f2',
  '#c8e8e5',
  '#9fd7d2',
  '#70c4be',
  '#58c2bb',
  '#239994',
  '#0e807c',
  '#0b6e6b',
  '#085856',
  '#053f3e',
];
const ink: MantineColorsTuple = [
  '#dfe8e8',
  '#bfcdcf',
  '#9badb1',
  '#8296a0',
  '#2c4149',
  '#22363d',
  '#16272d',
  '#0e1b20',
  '#0a1519',
  '#060e11',
];
const paper: MantineColorsTuple = [
  '#f7f4ee',
  '#f0ece4',
  '#e3ded3',
  '#d8d2c6',
  '#c4bdaf',
  '#928e85',
  '#53656b',
  '#43555b',
  '#2b3f45',
  '#10262c',
];

const briefly = { duration: 150 };

/** Options of selects scroll in the list itself, which assistive technology knows to be scrollable. */
const scrollableOptions = {
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const;

/**
 * Sets a component's default props. The theme refers to components by name, because importing them
 * would load them on every page.
 */
const usually = <Props>(defaultProps: Partial<Props>) => ({ defaultProps });

export const theme = createTheme({
  colors: { teal, dark: ink, gray: paper },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  black: schemeColors.light.text,
  white: schemeColors.light.surface,
  fontFamily: "'Figtree Variable', system-ui, sans-serif",
  headings: {
    fontFamily: "'Figtree Variable', system-ui, sans-serif",
    fontWeight: '650',
    textWrap: 'balance',
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '36px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Mantine's default title color has too little contrast.
    Alert: usually<AlertProps>({ styles: { title: { color: 'var(--mantine-color-text)' } } }),
    // With the default radius, a checkbox would look like a radio button.
    Checkbox: usually<CheckboxProps>({ radius: 'xs' }),
    Modal: usually<ModalProps>({
      transitionProps: briefly,
      radius: 'lg',
      overlayProps: { backgroundOpacity: 0.45 },
    }),
    Notification: usually<NotificationProps>({
      radius: 'md',
      closeButtonProps: { 'aria-label': 'Close message' },
    }),
    Popover: usually<PopoverProps>({ transitionProps: briefly, shadow: 'md' }),
    Select: usually<SelectProps>(scrollableOptions),
    MultiSelect: usually<MultiSelectProps>(scrollableOptions),
    Skeleton: usually<SkeletonProps>({ radius: 'sm' }),
    Table: usually<TableProps>({ verticalSpacing: 8, horizontalSpacing: 'sm' }),
    TableScrollContainer: usually<TableScrollContainerProps>({ type: 'native' }),
    Tooltip: usually<TooltipProps>({
      transitionProps: { duration: 120 },
      openDelay: 700,
      events: { hover: true, focus: true, touch: false },
    }),
  },
});

/**
 * Health tiers, taken from `tierStyles`. Importing the tiers from the API contracts would load the
 * contracts on every page.
 */
const healthTiers = Object.keys(tierStyles) as HealthTier[];

const tierVariables = (scheme: 'light' | 'dark') =>
  Object.fromEntries(
    healthTiers.map((tier) => [`--tier-${tier.toLowerCase()}`, tierStyles[tier].text[scheme]]),
  );

/** Returns the CSS custom properties of a scheme, also for pages without Mantine. */
export const createSchemeVariables = (scheme: 'light' | 'dark') => ({
  '--mantine-color-body': schemeColors[scheme].page,
  '--mantine-color-text': schemeColors[scheme].text,
  '--mantine-color-dimmed': schemeColors[scheme].muted,
  '--mantine-color-placeholder': schemeColors[scheme].muted,
  '--mantine-color-anchor': schemeColors[scheme].accent,
  '--mantine-color-default-border': schemeColors[scheme].line,
  '--surface': schemeColors[scheme].surface,
  '--mantine-color-disabled-color': schemeColors[scheme].disabled,
  '--line': schemeColors[scheme].line,
  '--control-line': schemeColors[scheme].control,
  '--accent': schemeColors[scheme].accent,
  '--deep': schemeColors[scheme].deep,
  '--warm': schemeColors[scheme].warm,
  '--sand': schemeColors[scheme].sand,
  ...tierVariables(scheme),
});

/** Returns the CSS properties of Mantine's `light` variant of a color. */
const lightVariant = (color: string, ground: string, words: string) => ({
  [`--mantine-color-${color}-light`]: ground,
  [`--mantine-color-${color}-light-color`]: words,
});

export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: Object.fromEntries(
    healthTiers.map((tier) => [`--tier-${tier.toLowerCase()}-fill`, tierStyles[tier].fill]),
  ),
  light: createSchemeVariables('light'),
  dark: {
    ...createSchemeVariables('dark'),
    '--grace-outline': graceOutline.color,
    ...lightVariant('yellow', schemeColors.dark.caution, tierStyles.Medium.text.dark),
    ...lightVariant('orange', schemeColors.dark.caution, tierStyles.Medium.text.dark),
    ...lightVariant('red', schemeColors.dark.alarm, tierStyles.Critical.text.dark),
  },
});
