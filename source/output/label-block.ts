import {cleanLine} from './clean.ts';
import {type Look, plainLook} from './look.ts';

type Value = string | number | boolean | readonly string[] | null | undefined;

/** A label with its value, or with a status word, which is drawn in its colour. A missing value makes no line. */
export type Row = readonly [label: string, value: Value | {status: string}];

function textOf(value: Row[1], look: Look): string | undefined {
	if (value === null || value === undefined) return undefined;
	if (typeof value !== 'object') return cleanLine(String(value));
	if ('status' in value) return look.status(cleanLine(value.status));
	return value.length === 0 ? undefined : cleanLine(value.join(', '));
}

const block = (rows: readonly Row[], look: Look, start: (label: string) => string): string =>
	rows
		.map(([label, value]) => [label, textOf(value, look)] as const)
		.filter((row): row is readonly [string, string] => row[1] !== undefined)
		.map(([label, value]) => `${start(label)} ${value}`.trimEnd())
		.map(line => `${line}\n`)
		.join('');

/** `label: value`, one per line, not aligned. */
export const labelBlock = (rows: readonly Row[], look: Look = plainLook): string =>
	block(rows, look, label => `${label}:`);

/** `label   value` without a colon, labels padded to a width (12 where nothing else is said). */
export const paddedBlock = (rows: readonly Row[], look: Look = plainLook, width = 12): string =>
	block(rows, look, label => label.padEnd(width - 1));
