import {useGlyphs} from '../hooks/use-glyphs.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import {type Span, spreadSpans} from '../source/terminal/spans.ts';
import {Line} from './line.tsx';

type Props = {
	/** Names from the outermost place to the shown one; foreign text is cleaned here. */
	crumbs: readonly string[];
	/** At the right end, e.g. the clock of a running batch. */
	aside: readonly Span[];
	width: number;
};

/** The breadcrumb line on top. */
export function Header({crumbs, aside, width}: Props) {
	const {crumb, ellipsis} = useGlyphs();
	const path = crumbs.flatMap((name, index): Span[] => [
		{text: index === 0 ? '  ' : ` ${crumb} `, role: 'muted'},
		index === crumbs.length - 1 ? {text: cleanLine(name), role: 'title'} : {text: cleanLine(name)},
	]);
	const end: Span[] = aside.length > 0 ? [{text: '  '}, ...aside, {text: ' '}] : [];
	return <Line spans={spreadSpans([{text: ' svc ', role: 'brand'}, ...path], end, width, ellipsis)} />;
}
