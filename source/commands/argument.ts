import {idPrefixes} from '../../contract/ids.ts';
import type {Refusal} from '../errors/api-error.ts';

/** One positional argument of a command, in the order of its keys. */
export type Argument<Value = unknown> = {
	/** As help shows it, e.g. `test-id`. */
	name: string;
	summary: string;
	required: boolean;
	/** Takes all that is left; only the last argument may. */
	variadic: boolean;
	/** The words it takes, for completion. */
	choices?: readonly string[];
	check(value: string): Refusal | undefined;
	/** Never set: carries the type of the parsed value. */
	readonly type?: Value;
};

// biome-ignore lint/suspicious/noExplicitAny: the value type is erased where arguments stand together
export type AnyArgument = Argument<any>;
export type Arguments = Record<string, AnyArgument>;
export type ArgumentValues<A extends Arguments> = {[K in keyof A]: A[K] extends Argument<infer Value> ? Value : never};

/** "Ids in paths: an empty id, `.` or `..` is VALIDATION_ERROR." What begins as an id and goes on as none is a slip. */
function checkId(value: string): Refusal | undefined {
	if (value.trim() === '' || value === '.' || value === '..') return {reason: 'id', text: 'must be an id'};
	return isSlip(value)
		? {reason: 'id', text: `\`${value}\` is no id: letters and digits stand behind its \`_\``}
		: undefined;
}

const isSlip = (value: string): boolean => {
	const [, prefix, rest = ''] = /^([a-z]{2,3})_(.*)$/s.exec(value) ?? [];
	return prefix !== undefined && Object.hasOwn(idPrefixes, prefix) && !/^[\w-]+$/.test(rest);
};

/** Whether a word could be an id; any other one can be a name, which only the service knows. */
export const couldBeId = (value: string): boolean => /^[\w.~:-]+$/.test(value);

export const id = (name: string, summary: string): Argument<string> => ({
	name,
	summary,
	required: true,
	variadic: false,
	check: checkId,
});

export const optionalId = (name: string, summary: string): Argument<string | undefined> => ({
	...id(name, summary),
	required: false,
	type: undefined,
});

/** One or more ids; `min: 0` lets them be absent. Duplicates are the command's business. */
export const ids = (name: string, summary: string, options: {min: 0 | 1}): Argument<string[]> => ({
	name,
	summary,
	required: options.min === 1,
	variadic: true,
	check: checkId,
});

/** Text of some form, and what to say of every other one. */
export const phrase = (name: string, summary: string, form: RegExp, example: string): Argument<string> => ({
	name,
	summary,
	required: true,
	variadic: false,
	check: value => (form.test(value) ? undefined : {reason: 'pattern', text: `must look like ${example}`}),
});

export const optionalPhrase = (
	name: string,
	summary: string,
	form: RegExp,
	example: string,
): Argument<string | undefined> => ({...phrase(name, summary, form, example), required: false, type: undefined});

/** One of some words. */
export const word = <const Words extends readonly string[]>(
	name: string,
	summary: string,
	accepted: Words,
): Argument<Words[number]> => ({
	name,
	summary,
	required: true,
	variadic: false,
	choices: accepted,
	check: checkWord(accepted),
});

export const optionalWord = (
	name: string,
	summary: string,
	accepted: readonly string[],
): Argument<string | undefined> => ({...word(name, summary, accepted), required: false, type: undefined});

/** Any number of some words, none included. */
export const words = <const Words extends readonly string[]>(
	name: string,
	summary: string,
	accepted: Words,
): Argument<Words[number][]> => ({
	...word(name, summary, accepted),
	required: false,
	variadic: true,
	type: undefined,
});

const checkWord =
	(accepted: readonly string[]) =>
	(value: string): Refusal | undefined =>
		accepted.includes(value) ? undefined : {reason: 'enum', text: `must be one of ${accepted.join(', ')}`, accepted};
