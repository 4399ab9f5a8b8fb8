// Numbers as people read them.

/** A whole number with separators: 12,345. */
export const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format;
/** Three digits: 12.3K. */
export const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }).format;
/** A share as 38%. */
export const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 }).format;
