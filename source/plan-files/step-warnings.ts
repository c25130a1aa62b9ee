import {distance} from 'fastest-levenshtein';
import {maxPlanSteps, planFileStep, type PlanFileStep} from '../../contract/plan-file.ts';
import {readStep} from '../plan-language/read-step.ts';
import type {Part, ReadStep, Target} from '../plan-language/reading.ts';
import type {PlanWarning} from './plan-warnings.ts';

/** A step of a plan, and what the interpreter understands of it. */
export type ExplainedStep = {field: string; step: PlanFileStep; read: ReadStep};

/** Names whose values every run has: an environment key of the same name wins. */
const givenNames = new Set(['NOW', 'TODAY', 'RANDOM', 'UUID', 'RUN_ID']);

type StepReader = (step: PlanFileStep) => ReadStep;

/** Plans of one project begin alike: what was read once is not read again. */
export function rememberingReader(): StepReader {
	const known = new Map<string, ReadStep>();
	return step => {
		const key = JSON.stringify(step);
		const read = known.get(key) ?? readStep(step);
		known.set(key, read);
		return read;
	};
}

/** Reads every step that can be one; whatever else a value holds is the business of other checks. */
export function explainSteps(value: unknown, reader: StepReader = readStep): ExplainedStep[] {
	const steps = Array.isArray(value)
		? value
		: isRecord(value) && Array.isArray(value['planSteps'])
			? value['planSteps']
			: [];
	return steps.slice(0, maxPlanSteps).flatMap((step, index) => {
		const parsed = planFileStep.safeParse(step);
		return parsed.success ? [{field: `planSteps[${index}]`, step: parsed.data, read: reader(parsed.data)}] : [];
	});
}

/** Only what would block a run: steps that are not read, and steps without their value. */
export const unreadSteps = (explained: readonly ExplainedStep[]): PlanWarning[] =>
	explained.flatMap(({field, read}) =>
		'refusal' in read ? [{field: `${field}.description`, reason: refusalText(read.refusal)}] : [],
	);

/** "not read", "needs a value", "may be ambiguous", and names of values that clash within the plan. */
export function stepWarnings(explained: readonly ExplainedStep[]): PlanWarning[] {
	const ambiguous = explained.flatMap(({field, read}) => {
		const reason = 'readings' in read ? ambiguity(read.readings.map(({parts}) => parts)) : null;
		return reason === null ? [] : [{field: `${field}.description`, reason}];
	});
	return [...unreadSteps(explained), ...ambiguous, ...clashes(explained)];
}

/** What is wrong with a step that has no reading, with sentences to use instead. */
export function refusalText({
	reason,
	understood,
	nearestForms,
}: Extract<ReadStep, {refusal: unknown}>['refusal']): string {
	const forms = nearestForms.length === 0 ? '' : `. Nearest forms: ${nearestForms.join(' · ')}`;
	if (reason === 'needs_value')
		return `needs a value: was read as: ${understood ?? 'nothing'}; write it in quotes${forms}`;
	return `is not read: ${understood === null ? 'no form fits all of its words' : understood}${forms}`;
}

/** Roles of which pages have many: without a name, a place or a number nothing tells which one is meant. */
const many = new Set([
	'button',
	'link',
	'field',
	'checkbox',
	'radio',
	'row',
	'icon',
	'item',
	'image',
	'option',
	'cell',
	'card',
]);

/** What a part is about: a page that is gone to by its name is the link of that name. */
const meantBy = (part: Part): unknown[] =>
	part.op === 'go' ? part.names.map(name => [name, []]) : targetsIn(part).map(({phrase, scopes}) => [phrase, scopes]);

function ambiguity(readings: readonly Part[][]): string | null {
	for (const parts of readings)
		for (const target of parts.flatMap(targetsIn))
			if (
				target.phrase === '' &&
				target.role !== null &&
				many.has(target.role) &&
				target.scopes.length === 0 &&
				target.ordinal === null &&
				!target.selector
			)
				return `may be ambiguous: names no ${target.role}; say which, e.g. the first ${target.role}, or the ${target.role} "…"`;
	const meant = new Set(readings.map(parts => JSON.stringify(parts.flatMap(meantBy))));
	return meant.size > 1
		? 'may be ambiguous: it can be read in several ways, and the page decides; put names in quotes'
		: null;
}

/** The elements a part acts on or looks at. A count speaks of many by itself. */
function targetsIn(part: Part): Target[] {
	if (part.op === 'wait') return part.until === 'quiet' ? [] : targetsIn(part.until);
	if (part.op === 'count' || part.op === 'each' || part.op === 'sorted' || part.op === 'scroll') return [];
	if (part.op === 'do') return part.object ? [part.object] : [];
	return 'target' in part && part.target ? [part.target] : [];
}

type Names = {
	captured: Array<{name: string; isForOtherTests: boolean; index: number; field: string}>;
	used: Array<{name: string; index: number; field: string}>;
};

const variables = /VAR_([A-Z0-9_]+)/g;

function namesOf(explained: readonly ExplainedStep[]): Names {
	const names: Names = {captured: [], used: []};
	for (const [index, {field, step, read}] of explained.entries()) {
		const captures = 'readings' in read ? read.readings[0].parts.filter(part => part.op === 'capture') : [];
		for (const {name, isForOtherTests} of captures) names.captured.push({name, isForOtherTests, index, field});
		for (const [, name] of `${step.description} ${step.target ?? ''} ${step.value ?? ''}`.matchAll(variables))
			if (!captures.some(capture => capture.name === name)) names.used.push({name: name!, index, field});
	}
	return names;
}

function clashes(explained: readonly ExplainedStep[]): PlanWarning[] {
	const {captured, used} = namesOf(explained);
	return captured.flatMap(({name, index, field}, place): PlanWarning[] => {
		const at = `${field}.description`;
		if (givenNames.has(name))
			return [{field: at, reason: `keeps a value as ${name}, which every run has already; take another name`}];
		if (captured.slice(0, place).some(other => other.name === name))
			return [{field: at, reason: `keeps a second value as ${name}; the first is lost`}];
		return used
			.filter(use => use.name === name && use.index < index)
			.map(use => ({
				field: `${use.field}.description`,
				reason: `uses VAR_${name} before ${field} keeps a value under this name; here it is that of the environment`,
			}));
	});
}

export type ExplainedPlan = {file: string; prefix: string; explained: readonly ExplainedStep[]};

/**
 * What several plans say of one another's values: two that produce one name, one that uses what
 * another keeps for itself, and a name that nearly is one that is produced.
 */
export function handoverWarnings(plans: readonly ExplainedPlan[]): Array<PlanWarning & {file: string}> {
	const all = plans.map(plan => ({...plan, names: namesOf(plan.explained)}));
	const produced = new Map<string, string>();
	const warnings: Array<PlanWarning & {file: string}> = [];
	for (const {file, prefix, names} of all)
		for (const {name, isForOtherTests, field} of names.captured) {
			if (!isForOtherTests) continue;
			const first = produced.get(name);
			if (first === undefined) produced.set(name, file);
			else
				warnings.push({
					file,
					field: `${prefix}${field}.description`,
					reason: `produces ${name}, as ${first} does; one test produces a name`,
				});
		}
	for (const [place, {file, prefix, names}] of all.entries())
		for (const {name, field} of names.used) {
			if (produced.has(name) || givenNames.has(name) || names.captured.some(own => own.name === name)) continue;
			const keeper = all.find(({names: other}, at) => at !== place && other.captured.some(own => own.name === name));
			const near = [...produced.keys()].find(other => distance(other, name) <= (name.length > 5 ? 2 : 1));
			if (!keeper && near === undefined) continue;
			const remedy = keeper
				? `${keeper.file} keeps it for itself; write "as ${name} for other tests" there`
				: `no plan here produces it; ${near} is produced by ${produced.get(near!)}`;
			warnings.push({file, field: `${prefix}${field}.description`, reason: `uses VAR_${name}, but ${remedy}`});
		}
	return warnings;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
