import {useGlyphs} from '../hooks/use-terminal.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {type Span, spreadSpans} from '../source/terminal/spans.ts';
import {Line} from './line.tsx';

type Props = {
	profile: string;
	endpoint: string;
	latencyMs: number | null;
	/** How news arrive, in a word or two. */
	polling: {text: string; isGood: boolean};
	credits: number | null;
	/** Name and role of whose key it is; null: nobody's in particular. */
	who: {name: string | null; role: string | null} | null;
	width: number;
};

/** The last line: who asks whom, how fast it answers, how news arrive. */
export function StatusLine(props: Props) {
	const glyphs = useGlyphs();
	return <Line spans={statusLineSpans(props, glyphs)} />;
}

function statusLineSpans(
	{profile, endpoint, latencyMs, polling, credits, who, width}: Props,
	{separator, status, ellipsis}: Glyphs,
): readonly Span[] {
	const gap: Span = {text: `  ${separator}  `, role: 'muted'};
	const left: Span[] = [{text: ` ${cleanLine(profile)} @ ${cleanLine(endpoint)}`, role: 'muted'}];
	if (who?.name) left.push(gap, {text: cleanLine(who.role === null ? who.name : `${who.name}, ${who.role}`)});
	if (latencyMs !== null) left.push(gap, {text: `${Math.round(latencyMs)} ms`, role: 'muted'});
	if (credits !== null) left.push(gap, {text: `${credits} credits`, role: 'muted'});
	const glyph = polling.isGood ? status.running : status.failed;
	return spreadSpans(
		left,
		[
			{text: ` ${glyph} `, role: polling.isGood ? 'passed' : 'failed'},
			{text: `${polling.text} `, role: 'muted'},
		],
		width,
		ellipsis,
	);
}
