import {useGlyphs} from '../hooks/use-glyphs.ts';
import {type Span, spansWidth} from '../source/terminal/spans.ts';
import {keyLabel} from './key-label.ts';
import {Line} from './line.tsx';

/** A screen as the strip shows it: the key that opens it, its name, and how much of it needs a look. */
export type StripItem = {key: string; title: string; attention: number; isCurrent: boolean};

/** The screens of a project with their keys, the shown one marked. */
export function ScreenStrip({items, width}: {items: readonly StripItem[]; width: number}) {
	const {ellipsis} = useGlyphs();
	return <Line spans={stripSpans(items, width, ellipsis)} />;
}

/** What does not fit is left out whole, from the end; the shown screen stays. */
export function stripSpans(items: readonly StripItem[], width: number, ellipsis: string): Span[] {
	let shown = items;
	const lineOf = (): Span[] => [
		...shown.flatMap(itemSpans),
		...(shown.length < items.length ? [{text: `  ${ellipsis}`, role: 'muted' as const}] : []),
	];
	while (shown.length > 1 && spansWidth(lineOf()) > width) {
		const last = shown.findLastIndex(({isCurrent}) => !isCurrent);
		shown = shown.filter((_item, index) => index !== last);
	}
	return lineOf();
}

function itemSpans({key, title, attention, isCurrent}: StripItem): Span[] {
	return [
		{text: '  '},
		...(key === '' ? [] : [{text: `${keyLabel(key)} `, role: 'key' as const}]),
		{text: title, role: isCurrent ? 'title' : 'muted'},
		...(attention > 0 ? [{text: ` ${attention}`, role: 'failed' as const}] : []),
	];
}
