/** Figures as the reader's language writes them. */
import { language } from "../../app/i18n.svelte";
import type { Estimate } from "../../review/figures";

/** With a real minus, which is as wide as a plus. */
const format = (value: number, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(language(), options).format(value).replace("-", "−");

/** One digit behind the point, and a sign only where it is wanted. */
export const decimal = (value: number): string => format(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const signed = (value: number): string =>
  format(value, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" });

export const percent = (part: number): string => format(part, { style: "percent", maximumFractionDigits: 0 });

export const whole = (value: number): string => format(value, { maximumFractionDigits: 0 });

/** A figure and half its interval: `−3.1 ± 0.9`. */
export const give = ({ value, low, high }: Estimate): string => `${signed(value)} ± ${decimal((high - low) / 2)}`;
