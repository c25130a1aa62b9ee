import {type ChangeOperation, changeOperation} from '../../../../contract/change-operation.ts';
import {changesRecipe, editRecipe} from '../../changes/edit-recipe.ts';
import {UnfitOperation} from '../../changes/unfit-operation.ts';
import type {Recipe} from '../../recipe.ts';
import type {Scope} from '../subject.ts';
import type {ModelSettings} from './model-settings.ts';
import {promptOf, system} from './prompt.ts';
import {titlePortions, titleRefusal, titleSystem} from './title-prompt.ts';

const mostSeconds = 60;
const mostOutputTokens = 4000;
const mostOperations = 200;
/** What a model may do by itself; the rest has forms. */
const allowed = new Set([
	...['row.remove', 'row.select', 'row.set', 'assert.add', 'assert.set', 'assert.drop', 'value.set'],
	...['variable.rename', 'step.set', 'step.drop', 'step.move', 'capture.set', 'capture.drop', 'cleanup.rule'],
]);

export type ModelAnswer = {understood: string; operations: ChangeOperation[]; question: string | null; tokens: number};

/** The model gave no answer that can be used; `tokens` were used all the same. */
export class ModelRefused extends Error {
	readonly tokens: number;

	constructor(message: string, tokens: number) {
		super(message);
		this.tokens = tokens;
	}
}

export type Asking = {
	settings: ModelSettings;
	signal: AbortSignal;
	/** Told of every text before it is sent. */
	onSent(text: string): Promise<void>;
};

type Raw = {understood: string; operations: unknown[]; question: string | null};

/** The shape of an answer, as providers take it; every operation is checked by its own schema afterwards. */
const answerSchema = {
	type: 'object',
	properties: {
		understood: {type: 'string'},
		operations: {
			type: 'array',
			maxItems: mostOperations,
			items: {
				type: 'object',
				properties: {op: {type: 'string', enum: [...allowed]}, target: {type: 'string'}, reason: {type: 'string'}},
				required: ['op', 'reason'],
				additionalProperties: true,
			},
		},
		question: {type: ['string', 'null']},
	},
	required: ['understood', 'operations', 'question'],
	additionalProperties: false,
} as const;

/**
 * Asks a model what a sentence means. Its answer is checked: an operation that is none, or about something that is not
 * there, refuses the whole, and the reasons are given back once. The library is loaded with the first question.
 */
export function askModel(sentence: string, scope: Scope, asking: Asking): Promise<ModelAnswer> {
	return ask(system, refusals => promptOf(sentence, scope, refusals), scope, asking);
}

/**
 * Asks a model for clearer titles and descriptions, portion by portion; anything else that it would change refuses its
 * answer. What portions before have brought counts when a later one is refused.
 */
export async function askTitles(sentence: string, scope: Scope, asking: Asking): Promise<ModelAnswer> {
	const operations: ChangeOperation[] = [];
	let tokens = 0;
	let failure: unknown = null;
	for (const subjects of titlePortions(scope.subjects)) {
		try {
			const promptFor = (refusals: readonly string[]) => promptOf(sentence, {...scope, subjects}, refusals);
			const answer = await ask(titleSystem, promptFor, {...scope, subjects}, asking, titleRefusal);
			tokens += answer.tokens;
			operations.push(...answer.operations);
		} catch (error) {
			if (asking.signal.aborted) throw error;
			tokens += error instanceof ModelRefused ? error.tokens : 0;
			failure = error;
			break;
		}
	}
	if (operations.length === 0 && failure !== null)
		throw failure instanceof ModelRefused ? new ModelRefused(failure.message, tokens) : failure;
	const noun = operations.length === 1 ? 'row' : 'rows';
	return {understood: `${operations.length} ${noun} in clearer words`, operations, question: null, tokens};
}

async function ask(
	instructions: string,
	promptFor: (refusals: readonly string[]) => string,
	scope: Scope,
	{settings, signal, onSent}: Asking,
	refusal?: (operation: ChangeOperation) => string | null,
): Promise<ModelAnswer> {
	let tokens = 0;
	let refusals: string[] = [];
	for (let attempt = 1; attempt <= 2; attempt++) {
		const prompt = promptFor(refusals);
		await onSent(`${instructions}\n\n${prompt}`);
		const {raw, used} = await generate(settings, instructions, prompt, signal);
		tokens += used;
		if (raw.operations.length === 0 && refusal)
			return {understood: raw.understood, operations: [], question: null, tokens};
		if (raw.question !== null && raw.question.trim() !== '' && raw.operations.length === 0)
			return {understood: raw.understood, operations: [], question: raw.question, tokens};
		const checked = check(raw.operations, scope, refusal);
		if (checked.refusals.length === 0)
			return {understood: raw.understood, operations: checked.operations, question: null, tokens};
		refusals = checked.refusals;
	}
	throw new ModelRefused(`The model asked for what cannot be done: ${refusals[0]}`, tokens);
}

async function generate(
	settings: ModelSettings,
	instructions: string,
	prompt: string,
	signal: AbortSignal,
): Promise<{raw: Raw; used: number}> {
	const {generateText, jsonSchema, Output} = await import('ai');
	const {model, providerOptions} = await modelOf(settings);
	const {output, totalUsage} = await generateText({
		model,
		system: instructions,
		prompt,
		output: Output.object({schema: jsonSchema<Raw>(answerSchema as never)}),
		maxOutputTokens: mostOutputTokens,
		maxRetries: 2,
		abortSignal: AbortSignal.any([signal, AbortSignal.timeout(mostSeconds * 1000)]),
		...(providerOptions ? {providerOptions} : {}),
	});
	return {raw: output, used: totalUsage.totalTokens ?? 0};
}

/** Always an object: a name alone would go to a gateway of the library's maker. */
async function modelOf({url, name, style, key}: ModelSettings) {
	if (style === 'anthropic') {
		const {createAnthropic} = await import('@ai-sdk/anthropic');
		const model = createAnthropic({baseURL: url, apiKey: key ?? 'none'})(name);
		return {model, providerOptions: {anthropic: {structuredOutputMode: 'jsonTool'}}};
	}
	const {createOpenAICompatible} = await import('@ai-sdk/openai-compatible');
	const provider = createOpenAICompatible({
		name: 'model',
		baseURL: url,
		supportsStructuredOutputs: true,
		...(key === null ? {} : {apiKey: key}),
	});
	return {model: provider(name), providerOptions: null};
}

/** Operations that can be carried out, or every reason against them. */
function check(
	raw: readonly unknown[],
	scope: Scope,
	refusal: (operation: ChangeOperation) => string | null = () => null,
): {operations: ChangeOperation[]; refusals: string[]} {
	const refusals: string[] = [];
	const operations: ChangeOperation[] = [];
	const recipes = new Map<string, Recipe | null>(scope.subjects.map(({id, recipe}) => [id, recipe]));
	if (raw.length === 0) refusals.push('there is no operation and no question');
	if (raw.length > mostOperations) refusals.push(`there are more than ${mostOperations} operations`);
	for (const [place, one] of raw.slice(0, mostOperations).entries()) {
		const refused = refusalOf(one, recipes, scope);
		const why = typeof refused === 'string' ? refused : refusal(refused);
		if (typeof refused === 'string' || why !== null) refusals.push(`operation ${place + 1}: ${why}`);
		else operations.push(refused);
	}
	return {operations, refusals};
}

function refusalOf(raw: unknown, recipes: Map<string, Recipe | null>, scope: Scope): ChangeOperation | string {
	const parsed = changeOperation.safeParse(raw);
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		return `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is no operation'}`;
	}
	const operation = parsed.data as ChangeOperation;
	if (!allowed.has(operation.op)) return `${operation.op} is not allowed`;
	if (operation.op === 'cleanup.rule')
		return scope.cleanupRule(operation.instruction) === null
			? 'cleanup does not understand the instruction'
			: operation;
	if (operation.op === 'variable.rename' && operation.target === undefined)
		return scope.all.some(({produces, consumes}) => [...produces, ...consumes].includes(operation.from))
			? operation
			: `there is no variable ${operation.from}`;
	const target = 'target' in operation ? operation.target : undefined;
	if (target === undefined || !recipes.has(target)) return `there is no row ${target}`;
	if (!changesRecipe(operation)) return operation;
	const recipe = recipes.get(target);
	if (!recipe) return `${target} has no recipe`;
	try {
		recipes.set(target, editRecipe(recipe, operation));
		return operation;
	} catch (error) {
		if (error instanceof UnfitOperation) return error.message;
		throw error;
	}
}
