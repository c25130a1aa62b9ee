import {clean} from '../clean.ts';

/** A body that was sent (`>`) or answered (`<`), line by line; nothing when there is none. */
export function bodyLines(mark: '>' | '<', body: string | null, encoding: string | null, indent: string): string {
	if (body === null || body === '') return '';
	if (encoding === 'base64') return `${indent}${mark} (binary, base64) ${clean(body)}\n`;
	return clean(body)
		.split('\n')
		.map(line => `${indent}${mark} ${line}`.trimEnd())
		.map(line => `${line}\n`)
		.join('');
}

/** A table with something below each of its rows. @param below one text per row */
export function withBelow(rows: string, below: readonly string[]): string {
	const [head = '', ...lines] = rows.split('\n').slice(0, -1);
	return [`${head}\n`, ...lines.map((line, place) => `${line}\n${below[place] ?? ''}`)].join('');
}
