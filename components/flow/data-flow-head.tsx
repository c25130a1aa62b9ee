import {Box} from 'ink';
import {useGlyphs} from '../../hooks/use-terminal.ts';
import type {Calls} from '../../source/stores/calls.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {type Span, spansWidth, spreadSpans} from '../../source/terminal/spans.ts';
import {Line} from '../line.tsx';
import {tabSpan} from '../tab-spans.ts';
import {counted} from '../../source/view-model/counted.ts';

export type FlowForm = 'flow' | 'calls';

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What there is at all, and which of the two forms is shown: in brackets, so that no meaning hangs on colour alone. */
export function dataFlowHeadLine(
	{summary, count}: Calls,
	form: FlowForm,
	width: number,
	glyphs: Glyphs,
): readonly Span[] {
	const {tests, calls, endpoints, cleanupDeletes} = summary;
	const forms: Span[] = [
		tabSpan('Flow', form === 'flow'),
		{text: ' '},
		tabSpan('Calls', form === 'calls'),
		{text: ' '},
	];
	const deletes = counted(cleanupDeletes, 'DELETE');
	const whole = [
		plural(tests, 'test'),
		plural(calls, 'call'),
		plural(endpoints, 'endpoint'),
		plural(cleanupDeletes, 'cleanup DELETE'),
	];
	const wishes = [whole, [...whole.slice(0, 3), deletes], [...whole.slice(1, 3), deletes]].map(words =>
		words.join(` ${glyphs.separator} `),
	);
	const room = width - spansWidth(forms) - 5;
	const text = wishes.find(wish => wish.length <= room) ?? wishes.at(-1) ?? '';
	const reading: Span[] = count < calls ? [{text: `   reading ${count}`, role: 'muted'}] : [];
	return spreadSpans([{text: '   '}, {text}, ...reading], forms, width, glyphs.ellipsis);
}

/** What the signs of the shown form mean. */
function legendSpans(form: FlowForm, {lane, rule, produces, needs, from, marked}: Glyphs): readonly Span[] {
	const words =
		form === 'flow'
			? [`${lane[0]} gives values`, `${lane[1]}${rule}${lane[4]} uses them`, `${marked} marked by n or b`]
			: [`${produces} produces`, `${needs} uses (${from} producer)`, `${marked} marked by n or b`];
	return [{text: `   ${words.join('   ')}`, role: 'muted'}];
}

/** The lines over the list: what there is, and below it what the signs mean where there is room. */
export function DataFlowHead({
	view,
	form,
	width,
	height,
}: {
	view: Calls;
	form: FlowForm;
	width: number;
	height: number;
}) {
	const glyphs = useGlyphs();
	return (
		<Box width={width} flexDirection="column">
			<Line spans={dataFlowHeadLine(view, form, width, glyphs)} />
			{height > 1 && <Line spans={legendSpans(form, glyphs)} />}
		</Box>
	);
}
