import {useGlyphs} from '../hooks/use-terminal.ts';
import {type Binding, keyLabel} from '../source/terminal/key-table.ts';
import {type Span, spansWidth, spreadSpans} from '../source/terminal/spans.ts';
import {Line} from './line.tsx';

type Props = {
	/** Those that matter here, the most important ones first. */
	bindings: readonly Binding[];
	/** Those that stay at the right end whatever else there is. */
	fixed: readonly Binding[];
	/** Begun chord. */
	pendingKeys: string;
	width: number;
};

/** The few keys that matter here; what does not fit is left out whole. */
export function Footer({bindings, fixed, pendingKeys, width}: Props) {
	const {ellipsis} = useGlyphs();
	const end = fixed.flatMap(hintSpans);
	const start: Span[] = pendingKeys ? [{text: ` ${keyLabel(pendingKeys)} ${ellipsis}  `, role: 'accent'}] : [];
	for (const binding of bindings) {
		const spans = hintSpans(binding);
		if (spansWidth([...start, ...spans, ...end]) > width) break;
		start.push(...spans);
	}
	return <Line spans={spreadSpans(start, end, width, ellipsis)} />;
}

function hintSpans({keys: [key], hint}: Binding): Span[] {
	if (key === undefined || hint === undefined) return [];
	return [
		{text: ` ${keyLabel(key)}`, role: 'key'},
		{text: ` ${hint}  `, role: 'muted'},
	];
}
