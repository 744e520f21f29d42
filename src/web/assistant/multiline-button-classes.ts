import classes from './assistant.module.css';

/** Classes of a button whose text may need several lines. */
export const multilineButtonClasses = {
  root: classes.wordy ?? '',
  inner: classes.wordyInner ?? '',
  label: classes.wordyLabel ?? '',
};
