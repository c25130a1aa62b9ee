import type {Assert, Recipe, Step} from '../recipe.ts';
import {type CodeOptions, type Detail, Draft, type Mark, readMarks, stepsOf} from './draft.ts';
import {dropUnused} from './drop-unused.ts';
import {flat, text, width} from './expression.ts';
import {helperSteps, writeHelper, writeHelperStep} from './helper.ts';
import {sharedValues} from './locals.ts';
import {listed} from '../kinds/names.ts';
import {functionName} from './names.ts';
import {activeAsserts, usagesOf, valuesIn} from './references.ts';
import {isRuledOut} from './ruled-out.ts';
import {saysOfOptionalRecords} from './shape.ts';
import {sharedFields} from './shared-fields.ts';
import {wrap} from './statement.ts';
import {isOnly} from './status.ts';
import {isConditional, type StepPlan, writeStep} from './steps.ts';
import {renderValue} from './value.ts';

export type {CodeOptions} from './draft.ts';

/** Lines of a test of an endpoint, and of one that goes through several. */
export const mostLines = {endpoint: 60, integration: 60, cleanup: 60} as const;

/** From all that can be said to what has to be said; the first that is short enough is taken. */
const details: readonly Detail[] = [
	{packed: false, dense: false, bare: false, shape: 2},
	{packed: true, dense: false, bare: false, shape: 2},
	{packed: true, dense: true, bare: false, shape: 2},
	{packed: true, dense: false, bare: false, shape: 1},
	{packed: true, dense: false, bare: false, shape: 0},
	{packed: true, dense: true, bare: false, shape: 0},
	{packed: true, dense: true, bare: true, shape: 0},
	{packed: true, dense: true, bare: true, terse: true, shape: 0},
	{packed: true, dense: true, bare: true, terse: true, quiet: true, shape: 0},
	{packed: true, dense: true, bare: true, terse: true, quiet: true, brief: true, shape: 0},
];

/** Tried first where records that may be left out hold something; whether there is room for them is no matter of `left`. */
const fullest: readonly Detail[] = [
	{packed: false, dense: false, bare: false, shape: 3},
	{packed: true, dense: false, bare: false, shape: 3},
];

/**
 * The test of a recipe as Python text: standard library and `requests`, no longer than a person reads at once, with the
 * same bytes for the same recipe. Every further attempt says less of what a schema says. Throws `BrokenRecipe` when steps refer to answers that are not there.
 */
export function renderTest(recipe: Recipe, options: CodeOptions = {hasExtraHeaders: false}, attempt = 1): string {
	return renderMarked(recipe, options, attempt).code;
}

/** The same with what its lines stand for, by their number; `left`: how much it had to leave unsaid, 0 nothing. */
export function renderMarked(
	recipe: Recipe,
	options: CodeOptions,
	attempt = 1,
): {code: string; marks: ReadonlyMap<number, Mark>; left: number} {
	const most = mostLines[recipe.kind];
	const outlines = new Outlines(recipe);
	let rendered: ReturnType<typeof renderLines> = null;
	// Nothing is short enough: as much as can be is left out.
	let left = details.length;
	const from = Math.min(2 * (attempt - 1), details.length - 1);
	const tries = [...(attempt === 1 && outlines.hasOptionalRecords ? fullest : []), ...details.slice(from)];
	for (const detail of tries) {
		const isBare = detail.bare && outlines.hasMoreThanShapes;
		const outline = outlines.of(isBare, detail);
		const limit = detail === tries.at(-1) ? Number.POSITIVE_INFINITY : most;
		rendered = renderLines(outline, options, {...detail, bare: isBare}, limit);
		if (rendered === null || rendered.lines.length > most) continue;
		left = Math.max(0, details.indexOf(detail));
		break;
	}
	const {lines, marks} = rendered ?? {lines: [], marks: new Map()};
	return {code: `${lines.join('\n')}\n`, marks, left};
}

/** Whether the test is no longer than a person reads when it says as little as it may: one attempt tells. */
export function canBeShort(recipe: Recipe, options: CodeOptions = {hasExtraHeaders: false}): boolean {
	const most = mostLines[recipe.kind];
	const outlines = new Outlines(recipe);
	const detail = {...details.at(-1)!, bare: outlines.hasMoreThanShapes};
	const rendered = renderLines(outlines.of(detail.bare, detail), options, detail, most);
	return rendered !== null && rendered.lines.length <= most;
}

/** What is said of a recipe, and what its values show before the first line is written. */
type Outline = {recipe: Recipe; plan: StepPlan; shared: ReturnType<typeof sharedFields>};

/** The outlines of a recipe: several attempts to write it say the same, only at another length. */
class Outlines {
	readonly hasMoreThanShapes: boolean;
	readonly hasOptionalRecords: boolean;
	readonly #recipe: Recipe;
	readonly #made = new Map<string, Outline>();

	constructor(recipe: Recipe) {
		this.#recipe = recipe;
		this.hasMoreThanShapes = hasMoreThanShapes(recipe);
		this.hasOptionalRecords = stepsOf(recipe).some(step =>
			activeAsserts(step).some(({check}) => check.type === 'shape' && saysOfOptionalRecords(check.schema)),
		);
	}

	of(isBare: boolean, {quiet: isQuiet = false, dense: isShort = false}: Partial<Detail>): Outline {
		const key = `${isBare} ${isQuiet} ${isShort}`;
		let made = this.#made.get(key);
		if (!made) {
			const said = isBare ? withoutShapes(this.#recipe) : this.#recipe;
			const recipe = isQuiet ? quietened(said) : said;
			made = {
				recipe,
				plan: {usages: usagesOf(recipe), shared: sharedValues(recipe)},
				shared: sharedFields(recipe, isShort),
			};
			this.#made.set(key, made);
		}
		return made;
	}
}

const isShape = ({id, check}: Assert): boolean =>
	check.type === 'shape' && !isRuledOut(check.schema) && !isConditional({id});

/** Whether a test would still say something without the types of its answers. */
const hasMoreThanShapes = ({steps}: Recipe): boolean =>
	steps.some(({asserts}) =>
		asserts.some(one => one.state === 'active' && !isShape(one) && !isGeneral.has(one.check.type)),
	);

/** Checks that every call has. */
const isGeneral = new Set<Assert['check']['type']>(['status', 'noServerError', 'noTrace', 'noSecret', 'contentType']);

function withoutShapes(recipe: Recipe): Recipe {
	const lean = (step: Step): Step => ({...step, asserts: step.asserts.filter(one => !isShape(one))});
	return {...recipe, steps: recipe.steps.map(lean), teardown: recipe.teardown.map(lean)};
}

/** Fields whose values are compared one by one, beside those that one line can say for several. */
const mostCompared = 3;

function quietened(recipe: Recipe): Recipe {
	const quiet = (step: Step): Step => {
		const isRefusal = isOnly(step, 4);
		let compared = 0;
		return {
			...step,
			asserts: step.asserts.filter(({check, provenance}) => {
				// Comparing moments takes a function of its own.
				if (check.type === 'equals' && check.as === 'instant') return provenance.from === 'user';
				if (check.type === 'noSecret') return isRefusal && step.role === 'act';
				if (check.type === 'contentType') return provenance.from === 'user';
				const isStructure = check.type === 'equals' && (check.value.is === 'object' || check.value.is === 'array');
				return !isStructure || ++compared <= mostCompared;
			}),
		};
	};
	return {...recipe, steps: recipe.steps.map(quiet), teardown: recipe.teardown.map(quiet)};
}

/** The lines of one attempt; null: there are more than `limit`. */
function renderLines(
	{recipe, plan, shared}: Outline,
	options: CodeOptions,
	detail: Detail,
	limit: number,
): ReturnType<typeof readMarks> | null {
	const draft = new Draft(recipe, options, detail, shared, limit);
	writeSteps(draft, plan);
	if (draft.isTooLong()) return null;
	writeCaptures(draft);
	const name = functionName(recipe);
	if (draft.moments.size > 0) draft.imports.add(`from datetime import ${[...draft.moments].sort().join(', ')}`);
	const lines = dropUnused(draft.lines);
	const helpers = [...draft.helpers.values()];
	const imports = [...draft.imports].sort(byModule);
	return readMarks(
		draft,
		explainedDigits(
			[
				...docstring(recipe),
				...imports,
				...(imports.length > 0 ? [''] : []),
				'import requests',
				...[...draft.constants.values()].flatMap((lines, place) => (place === 0 ? ['', ...lines] : lines)),
				...helpers.flatMap(lines => ['', '', ...lines]),
				'',
				'',
				`def ${name}():`,
				...lines,
				'',
				'',
				`${name}()`,
			],
			detail.dense,
		),
	);
}

/** Says once, where there is room, what becomes of the tag where digits are asked for. */
function explainedDigits(lines: string[], isDense: boolean): string[] {
	const place = isDense ? -1 : lines.findIndex(line => line.includes('int(RUN_TAG, 16)'));
	if (place < 0) return lines;
	const space = /^ */.exec(lines[place]!)![0];
	return lines.toSpliced(place, 0, `${space}# RUN_TAG in digits: another number in every run.`);
}

/** Modules before names out of modules, each in the order of the alphabet. */
const byModule = (a: string, b: string): number =>
	Number(a.startsWith('from')) - Number(b.startsWith('from')) || (a < b ? -1 : 1);

function writeSteps(draft: Draft, plan: StepPlan): void {
	const steps = stepsOf(draft.recipe);
	const helped = helperSteps(draft, plan);
	const called = steps.filter(({id}) => helped.has(id));
	for (const [place, step] of steps.entries()) {
		if (draft.isTooLong()) return;
		if (helped.has(step.id)) writeHelperStep(draft, step, place + 1, plan);
		else writeStep(draft, step, plan);
	}
	if (helped.size > 0) writeHelper(draft, called);
}

/** Values are published when everything has held. */
function writeCaptures(draft: Draft): void {
	for (const {variable, publish} of stepsOf(draft.recipe).flatMap(({captures}) => captures))
		if (publish)
			draft.line(`produce(${text(variable)}, ${flat(renderValue(draft, {is: 'variable', name: variable}))})`);
}

function docstring(recipe: Recipe): string[] {
	const {title, why: reason, kind, endpoint, consumes} = recipe;
	const untold = consumes.filter(name => !reason.includes(name));
	const read = namesRead(recipe);
	const needs = needsOf(untold.filter(name => read.has(name)));
	const follows = followsOf(untold.filter(name => !read.has(name)));
	const why = [reason.trim(), needs, follows].filter(Boolean).join(' ');
	const isNamed = /^(?:GET|POST|PUT|PATCH|DELETE)\s/.test(title) || kind !== 'endpoint';
	const sentence = `${isNamed ? '' : `${endpoint.method} ${endpoint.path} `}${title.trim()}`;
	const [first = '', ...more] = wrap(safe(sentence.endsWith('.') ? sentence : `${sentence}.`), width - 3);
	// What the title has said is not said again.
	const isTwice = why.toLowerCase().startsWith(title.trim().toLowerCase());
	const reasons = (isTwice ? why.slice(title.trim().length).replace(/^[.\s]+/, '') : why)
		.split(/\n+/)
		.flatMap(paragraph => wrap(safe(paragraph), width))
		.filter(Boolean);
	if (more.length + reasons.length === 0 && first.length + 6 <= width) return [`"""${first}"""`];
	return [`"""${first}`, ...more, ...(reasons.length > 0 ? ['', ...reasons] : []), '"""'];
}

/** Where `variables` come from: without them the test does not run. */
const needsOf = (names: readonly string[]): string =>
	names.length === 0 ? '' : `Needs ${listed(names)} of ${names.length === 1 ? 'another test' : 'other tests'}.`;

/** What has to be made before, although no line names it: a list that is empty shows nothing. */
const followsOf = (names: readonly string[]): string =>
	names.length === 0
		? ''
		: `Runs after ${names.length === 1 ? 'the test that makes' : 'the tests that make'} ${listed(names)}: there is one to find.`;

/** Variables of other tests that the lines read. */
const namesRead = (recipe: Recipe): ReadonlySet<string> =>
	new Set(
		stepsOf(recipe)
			.flatMap(step => [...valuesIn(step)])
			.flatMap(value =>
				value.is === 'variable'
					? [value.name]
					: value.is === 'unique'
						? [...value.shape.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
						: [],
			),
	);

/** Text of a document can hold anything; in a docstring it must not end it. */
const safe = (words: string): string =>
	words
		.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
		.replaceAll('\\', '\\\\')
		.replaceAll('"""', "'''")
		.replace(/"$/, "'");
