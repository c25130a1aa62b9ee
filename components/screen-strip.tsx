import {useGlyphs} from '../hooks/use-terminal.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {type Span, spansWidth} from '../source/terminal/spans.ts';
import {keyLabel} from '../source/terminal/key-table.ts';
import {Line} from './line.tsx';

/** How much of a screen needs a look: each kind under its own glyph, so that blocked does not count as failed. */
export type Attention = {kind: 'failed' | 'blocked' | 'waiting'; count: number};

/** A screen as the strip shows it: the key that opens it, its name, and how much of it needs a look. */
export type StripItem = {
	key: string;
	title: string;
	/** Its name where there is little room. */
	short?: string;
	attention: readonly Attention[];
	isCurrent: boolean;
};

/** The screens of a project with their keys, the shown one marked. */
export function ScreenStrip({items, width}: {items: readonly StripItem[]; width: number}) {
	const glyphs = useGlyphs();
	return <Line spans={stripSpans(items, width, glyphs)} />;
}

/**
 * Where all of it has no room, names become short; then what needs no look is left out whole, from the end, then the
 * others. The shown screen stays.
 */
export function stripSpans(items: readonly StripItem[], width: number, glyphs: Glyphs): Span[] {
	const lineOf = (shown: readonly StripItem[], isShort: boolean): Span[] => [
		...shown.flatMap(item => itemSpans(item, isShort, glyphs)),
		...(shown.length < items.length ? [{text: `  ${glyphs.ellipsis}`, role: 'muted' as const}] : []),
	];
	const whole = lineOf(items, false);
	if (spansWidth(whole) <= width) return whole;
	let shown = items;
	while (shown.length > 1 && spansWidth(lineOf(shown, true)) > width) {
		const quiet = shown.findLastIndex(({isCurrent, attention}) => !isCurrent && attention.length === 0);
		const last = quiet >= 0 ? quiet : shown.findLastIndex(({isCurrent}) => !isCurrent);
		shown = shown.filter((_item, index) => index !== last);
	}
	return lineOf(shown, true);
}

function itemSpans(
	{key, title, short = title, attention, isCurrent}: StripItem,
	isShort: boolean,
	glyphs: Glyphs,
): Span[] {
	return [
		{text: '  '},
		...(key === '' ? [] : [{text: `${keyLabel(key)} `, role: 'key' as const}]),
		{text: isShort ? short : title, role: isCurrent ? 'title' : 'muted'},
		...attention.map(({kind, count}) => ({text: ` ${glyphs.status[kind]}${count}`, role: kind})),
	];
}
