// Numbers as people read them.

import { numbers } from '../text/text.js';

/** A whole number with separators: 12,345. */
export const whole = numbers({ maximumFractionDigits: 0 }).format;
/** Three digits: 12.3K. */
export const short = numbers({ notation: 'compact', maximumSignificantDigits: 3 }).format;
/** A share as 38%. */
export const percent = numbers({ style: 'percent', maximumFractionDigits: 0 }).format;
