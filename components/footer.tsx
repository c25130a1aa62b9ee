import {useGlyphs} from '../hooks/use-glyphs.ts';
import {cellWidth} from '../source/terminal/cell-text.ts';
import type {Binding} from '../source/terminal/key-table.ts';
import {fillSpans, type Span} from '../source/terminal/spans.ts';
import {keyLabel} from './key-label.ts';
import {Line} from './line.tsx';

type Props = {
	/** Those that matter here, the most important ones first. */
	bindings: readonly Binding[];
	/** Begun chord. */
	pendingKeys: string;
	width: number;
};

/** The few keys that matter here; what does not fit is left out whole. */
export function Footer({bindings, pendingKeys, width}: Props) {
	const {ellipsis} = useGlyphs();
	const spans: Span[] = pendingKeys ? [{text: ` ${keyLabel(pendingKeys)} …`, role: 'accent'}] : [];
	let used = pendingKeys ? cellWidth(pendingKeys) + 3 : 0;
	for (const {keys, hint} of bindings) {
		const key = keys[0];
		if (key === undefined || hint === undefined) continue;
		const label = keyLabel(key);
		const cells = cellWidth(label) + cellWidth(hint) + 4;
		if (used + cells > width) break;
		used += cells;
		spans.push({text: ` ${label}`, role: 'key'}, {text: ` ${hint}  `, role: 'muted'});
	}
	return <Line spans={fillSpans(spans, width, ellipsis)} />;
}
