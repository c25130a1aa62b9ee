import type {Chain, ChainStep} from '../../contract/chain.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {formatDuration} from '../../source/terminal/durations.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {type Span, spansWidth} from '../../source/terminal/spans.ts';
import type {Role} from '../../source/terminal/themes.ts';
import {nothing, section, textLines} from '../failure/section-lines.ts';
import {statusSpanOf} from '../flow/call-row.ts';
import {exchangeLines} from '../flow/exchange-lines.ts';
import {labelled, wrapped} from '../pane-lines.ts';
import type {PaneLine} from '../text-pane.tsx';
import {chipSpan, originText} from './chain-row.ts';
import {counted} from '../../source/view-model/counted.ts';

type Look = {glyphs: Glyphs; width: number};

/** What is wrong comes first; a value that was never there is no fault of the API. */
const errorRole = (kind: string): Role => (kind === 'assertion_failed' ? 'failed' : 'blocked');

const stepMargin = 5;

/** One chain: what is wrong with it in words, then its steps as a ladder with the values they hand on. */
export function chainPaneLines({name, label, error, captures, steps}: Chain, look: Look): PaneLine[] {
	const {glyphs, width} = look;
	return [
		...wrapped(cleanLine(name), width, 'title'),
		[chipSpan(label, glyphs), {text: `   ${counted(steps.length, 'step')}`, role: 'muted'}],
		...(error ? [[], ...textLines(error.message, width, errorRole(error.kind))] : []),
		[],
		...labelled('Captures', captures.join(', '), width),
		[],
		...steps.flatMap((step, place) => ladderLines(step, steps[place - 1], place === steps.length - 1, look)),
	];
}

function ladderLines(step: ChainStep, before: ChainStep | undefined, isLast: boolean, look: Look): PaneLine[] {
	const {glyphs, width} = look;
	const {index, method, path, status, title, waitBeforeMs, produces, uses} = step;
	const rung = `  ${isLast ? ' ' : glyphs.divider}  `;
	const under = (text: string, role: Role): PaneLine[] =>
		wrapped(text, Math.max(10, width - stepMargin), role).map(spans => [{text: rung, role: 'muted'}, ...spans]);
	const head: Span[] = [
		{text: `${String(index).padStart(3)}  `, role: 'muted'},
		chipSpan(status, glyphs),
		{text: `  ${cleanLine(method)}`, role: 'accent'},
	];
	const where: Span = {text: ` ${cleanLine(path)}`, role: 'title'};
	return [
		...(waitBeforeMs > 0 ? under(`waits ${formatDuration(waitBeforeMs)}`, 'muted') : []),
		// Paths of a chain begin alike: one that has no room beside its method stands whole below.
		...(spansWidth([...head, where]) <= width ? [[...head, where]] : [head, ...under(cleanLine(path), 'title')]),
		// Several steps of one test say its title once.
		...(before?.title === title ? [] : under(cleanLine(title), 'muted')),
		...takenTogether(uses, glyphs).flatMap(text => under(`${glyphs.needs} ${text}`, 'muted')),
		...(produces.length > 0 ? under(`${glyphs.produces} ${cleanLine(produces.join(', '))}`, 'key') : []),
	];
}

/** `order_id, user_id ← step 2`: what comes from one place in one line. */
function takenTogether(uses: ChainStep['uses'], glyphs: Glyphs): string[] {
	const byOrigin = new Map<string, string[]>();
	for (const use of uses) {
		const origin = originText(use, glyphs);
		byOrigin.set(origin, [...(byOrigin.get(origin) ?? []), cleanLine(use.name)]);
	}
	return [...byOrigin].map(([origin, names]) => names.join(', ') + origin);
}

/**
 * One step: how it ended, what it takes and gives, what was sent and what came back.
 * @param whole the step with its bodies; null = not read yet
 */
export function stepPaneLines(step: ChainStep, count: number, whole: ChainStep | null, look: Look): PaneLine[] {
	const {glyphs, width} = look;
	const {index, title, method, path, status, produces, uses, waitBeforeMs, error} = step;
	return [
		...textLines(`${method} ${step.request?.url ?? path}`, width, 'title'),
		[
			chipSpan(status, glyphs),
			...(step.response
				? [
						{text: '   '},
						statusSpanOf(answered(step.response.status)),
						{text: `  in ${formatDuration(step.response.latencyMs)}`, role: 'muted' as const},
					]
				: []),
		],
		...wrapped(`step ${index} of ${count}  ${cleanLine(title)}`, width, 'muted'),
		...(waitBeforeMs > 0 ? wrapped(`waits ${formatDuration(waitBeforeMs)} before`, width, 'muted') : []),
		...(error ? [[], ...textLines(error, width, status === 'Blocked' ? 'blocked' : 'failed')] : []),
		...section('Values', [
			...produces.flatMap(name => wrapped(`${glyphs.produces} produces ${cleanLine(name)}`, width, 'key')),
			...uses.flatMap(use => wrapped(`${glyphs.needs} uses ${cleanLine(use.name)}${originText(use, glyphs)}`, width)),
		]),
		...requestLines(step, whole, width),
	];
}

const answered = (status: number) => ({status, statusClass: `${Math.floor(status / 100)}xx`});

function requestLines(step: ChainStep, whole: ChainStep | null, width: number): PaneLine[] {
	if (step.request === null) return [[], ...nothing('This step made no request.', width)];
	if (!whole?.request) return [[], ...nothing('Reading what was sent and answered', width)];
	const {request, response} = whole;
	return exchangeLines(
		{requestHeaders: request.headers, query: request.query, requestBody: request.body, response},
		width,
	);
}
