import {useGlyphs} from '../hooks/use-terminal.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import {type Span, spansWidth, spreadSpans} from '../source/terminal/spans.ts';
import {Line} from './line.tsx';

type Props = {
	/** Names from the outermost place to the shown one; foreign text is cleaned here. */
	crumbs: readonly string[];
	/** At the right end, e.g. the clock of a running batch. */
	headerEnd: readonly Span[];
	width: number;
};

/** The breadcrumb line on top. */
export function Header({crumbs, headerEnd, width}: Props) {
	const {crumb, ellipsis} = useGlyphs();
	const pathOf = (names: readonly string[]): Span[] => [
		{text: ' svc ', role: 'brand'},
		...names.flatMap((name, index): Span[] => [
			{text: index === 0 ? '  ' : ` ${crumb} `, role: 'muted'},
			index === names.length - 1 ? {text: cleanLine(name), role: 'title'} : {text: cleanLine(name)},
		]),
	];
	const end: Span[] = headerEnd.length > 0 ? [{text: '  '}, ...headerEnd, {text: ' '}] : [];
	const room = width - spansWidth(end);
	// Where one is stands at the end: what is far above it goes first.
	let shown = crumbs;
	while (shown.length > 2 && spansWidth(pathOf(shown)) > room) shown = shown.slice(1);
	return <Line spans={spreadSpans(pathOf(shown), end, width, ellipsis)} />;
}
