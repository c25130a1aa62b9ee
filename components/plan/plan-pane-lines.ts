import type {Edge} from '../../contract/edge.ts';
import type {ListedEndpoint} from '../../source/stores/endpoints.ts';
import type {GenerationItem} from '../../contract/generation.ts';
import type {PlanRow} from '../../contract/plan.ts';
import type {Recipe} from '../../contract/recipe.ts';
import type {PlannedEndpoint, PlanTreeRow} from '../../source/stores/plan-rows.ts';
import {categoryLabels} from '../../contract/plan.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {section, textLines} from '../failure/section-lines.ts';
import {labelled, wrapped} from '../pane-lines.ts';
import type {PaneLine} from '../text-pane.tsx';
import {edgeStateText, itemSpan, originOf, scoreText} from './plan-row.ts';
import {priorityWords} from './priority-words.ts';
import {recipeLines} from './recipe-lines.ts';

type Look = {glyphs: Glyphs; width: number};

/** A row of the plan: what it checks in words, then its recipe. @param recipe null = not read yet; undefined = it has none */
export function planRowLines(
	row: PlanRow,
	item: GenerationItem | undefined,
	recipe: Recipe | null | undefined,
	{glyphs, width}: Look,
): PaneLine[] {
	const {title, endpointPath, category, priority, selected, phase, template, captures, consumes} = row;
	const label = (categoryLabels as Readonly<Record<string, string>>)[category] ?? category;
	return [
		...wrapped(cleanLine(title), width, 'title'),
		...textLines(endpointPath ?? 'the API as a whole', width, 'muted'),
		...(item ? [[itemSpan(item.status, glyphs)]] : []),
		...(item?.rejection ? textLines(`${item.rejection.code}: ${item.rejection.message}`, width, 'failed') : []),
		[],
		...labelled('Ticked', selected ? 'yes' : 'no: no test is made of it', width),
		...labelled('Category', label, width),
		...labelled(
			'Priority',
			`${priority} ${(priorityWords as Readonly<Record<string, string>>)[priority] ?? ''}`,
			width,
		),
		...labelled('Phase', phase === 'late' ? 'late: may harm the API, runs when all others have ended' : null, width),
		...labelled('Template', template, width),
		...labelled('Edited', row.edited ? 'yes: planning again keeps it' : null, width),
		...labelled('Produces', captures.join(', '), width),
		...labelled('Needs', consumes.join(', '), width),
		...labelled('Test', row.testId, width),
		...section('What is sent', textLines(row.description, width)),
		...(recipe === undefined
			? section('What has to happen', textLines(row.expectedBehavior, width))
			: recipe === null
				? [...section('What has to happen', textLines(row.expectedBehavior, width)), [], reading]
				: recipeLines(recipe, width)),
	];
}

const reading: PaneLine = [{text: 'Reading the recipe', role: 'muted'}];

const unconfirmedWords: Record<string, string> = {
	not_probed: 'no probe and no generated test has read it',
	no_response: 'it did not answer',
	unreachable: 'the API could not be reached',
	auth_required: 'it wants a credential',
	needs_state: 'it needs a record that is there',
};

type About = {
	endpoint: PlannedEndpoint;
	/** The whole of it; null where the list has not come yet. */
	whole: ListedEndpoint | null;
	needs: readonly Edge[];
	gives: readonly Edge[];
};

/** An endpoint: whether it is there, why it has no tests, what it needs and what it gives. */
export function endpointLines({endpoint, whole, needs, gives}: About, {glyphs, width}: Look): PaneLine[] {
	const {method, path, confirmed, zeroReason} = endpoint;
	const why = whole?.unconfirmedReason
		? ` (${unconfirmedWords[whole.unconfirmedReason] ?? whole.unconfirmedReason})`
		: '';
	// What a probe must not call is taken at the word of its document.
	const isByDocument = method !== 'GET' && whole?.origin === 'document';
	return [
		...textLines(`${method} ${path}`, width, 'title'),
		...(whole?.summary ? textLines(whole.summary, width) : []),
		[
			confirmed
				? {
						text: `${glyphs.status.passed} confirmed${isByDocument ? ' by its document: it is not probed' : ''}`,
						role: 'passed',
					}
				: {text: `${glyphs.status.idle} unconfirmed${why}`, role: 'idle'},
		],
		...(zeroReason ? [[], ...textLines(`No tests: ${zeroReason.message}`, width, 'blocked')] : []),
		...(whole ? [[], ...factLines(whole, width)] : []),
		...section(
			'Needs',
			needs.flatMap(edge => needLines(edge, {glyphs, width})),
		),
		...section('Gives', giveLines(gives, {glyphs, width})),
		...section(
			'Differs from its document',
			(whole?.drift ?? []).flatMap(text => textLines(`- ${text}`, width)),
		),
	];
}

const factLines = ({origin, auth, statuses, family}: ListedEndpoint, width: number): PaneLine[] => [
	...labelled('Family', family, width),
	...labelled('From', origin, width),
	...labelled(
		'Credential',
		auth.required === null
			? 'not known'
			: auth.required
				? `needed${auth.authType ? `: ${auth.authType}` : ''}`
				: 'none',
		width,
	),
	...labelled('Answers', statuses.join(', '), width),
];

function needLines(edge: Edge, {glyphs, width}: Look): PaneLine[] {
	const under = (text: string): PaneLine[] =>
		wrapped(cleanLine(text), Math.max(10, width - 5), 'muted').map(spans => [{text: '     '}, ...spans]);
	return [
		[
			{text: `${scoreText(edge.score, glyphs)} `, role: edge.guessed || edge.ambiguous ? 'blocked' : 'passed'},
			{text: cleanLine(edge.place), role: 'title'},
			{text: `  ${edgeStateText(edge)}`, role: edge.state === 'inferred' ? 'muted' : 'key'},
		],
		...under(`${glyphs.from} ${originOf(edge)}${edge.variable ? ` as ${edge.variable}` : ''}`),
		...under(edge.reason),
	];
}

/** Values that others take, with who takes them. */
function giveLines(gives: readonly Edge[], {glyphs, width}: Look): PaneLine[] {
	return gives.flatMap(edge =>
		wrapped(
			cleanLine(`${edge.variable} ${glyphs.arrow} ${edge.consumerEndpointPath} ${edge.place}`),
			Math.max(10, width - 5),
		).map(
			(spans, line): PaneLine => [
				line === 0
					? {text: `${scoreText(edge.score, glyphs)} `, role: edge.guessed || edge.ambiguous ? 'blocked' : 'passed'}
					: {text: '     '},
				...spans,
			],
		),
	);
}

/** Where one value of a request comes from, and what else could give it. */
export function edgeLines(edge: Edge, {glyphs, width}: Look): PaneLine[] {
	const {consumerEndpointPath, place, variable, score, reason, alternatives, producer} = edge;
	return [
		...textLines(`${consumerEndpointPath} ${place}`, width, 'title'),
		[
			{text: `${scoreText(score, glyphs)} `, role: edge.guessed || edge.ambiguous ? 'blocked' : 'passed'},
			{text: `${score.toFixed(2)}  ${edgeStateText(edge)}`, role: 'muted'},
		],
		[],
		...labelled('From', originOf(edge), width),
		...labelled('Name', variable, width),
		...labelled('Why', reason, width),
		...section(
			producer ? 'Could also come from' : 'Could come from',
			alternatives.flatMap(other => [
				...wrapped(cleanLine(`${scoreText(other.score, glyphs)} ${other.endpointPath} ${other.pointer}`), width),
				...wrapped(cleanLine(other.reason), Math.max(10, width - 5), 'muted').map(
					(spans): PaneLine => [{text: '     '}, ...spans],
				),
			]),
		),
		...section('Keys', [
			...wrapped('p pins it to one of these, x cuts it, n renames it, u takes that back.', width, 'muted'),
		]),
	];
}

/** A head: how much stands below it. @param whyFixed why its tests cannot be ticked now; null: they can be */
export function groupLines(
	line: Extract<PlanTreeRow, {kind: 'family' | 'category'}>,
	whyFixed: string | null,
	width: number,
): PaneLine[] {
	return [
		...textLines(line.title, width, 'title'),
		...labelled('Ticked', `${line.selected} of ${line.rows} tests`, width),
		...(line.kind === 'family' && line.endpoints > 0
			? [
					...labelled('Endpoints', String(line.endpoints), width),
					...labelled('Confirmed', String(line.endpoints - line.unconfirmed), width),
				]
			: []),
		[],
		...wrapped(whyFixed ?? 'Space ticks or unticks all of them.', width, 'muted'),
	];
}
