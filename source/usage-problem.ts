import {closest, distance} from 'fastest-levenshtein';
import {ApiError} from './errors/api-error.ts';
import {refusedFlag} from './errors/usage-error.ts';
import type {UsageProblem} from './parse.ts';

/** The known word a mistyped one probably means: "its edit distance is at most 2". */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
	if (known.length === 0) return undefined;
	const candidate = closest(word, known);
	return distance(word, candidate) <= 2 ? candidate : undefined;
}

/** The validation error of a command line that does not follow the grammar. */
export function usageError(problem: UsageProblem): ApiError {
	switch (problem.kind) {
		case 'missing-value':
			return refusedFlag(problem.flag, {
				reason: 'missing_value',
				text: `needs a value; one that starts with a dash is written --${problem.flag}=<value>`,
			});
		case 'unwanted-value':
			return refusedFlag(problem.flag, {reason: 'unwanted_value', text: 'takes no value'});
		case 'unknown-flag':
			return unknown(`flag \`${problem.flag}\``, problem.flag, 'flag', problem);
		case 'unknown-command':
			return unknown(`command \`${problem.word}\``, problem.word, 'command', problem, nearRootFirst(problem.elsewhere));
	}
}

/** More would be a list to read, not an answer. */
const mostSuggestions = 3;

function unknown(
	subject: string,
	word: string,
	field: string,
	{path, known}: {path: readonly string[]; known: readonly string[]},
	elsewhere: readonly string[] = [],
): ApiError {
	const nearest = elsewhere[0] ?? nearestWord(word, known);
	const command = ['svc', ...path].join(' ');
	const meant = elsewhere.length > 0 ? elsewhere.slice(0, mostSuggestions) : nearest ? [nearest] : [];
	const suggestions = meant.map(words => `\`${field === 'command' ? `${command} ${words}` : words}\``);
	const hint = nearest ? `Did you mean ${oneOf(suggestions)}?` : `See \`${command} --help\`.`;
	return new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: `Unknown ${subject}. ${hint}`,
		details: {field, reason: 'unknown', ...(nearest ? {nearest} : {})},
	});
}

const nearRootFirst = (paths: readonly string[]): string[] =>
	[...paths].sort((a, b) => a.split(' ').length - b.split(' ').length);

const oneOf = (suggestions: readonly string[]): string =>
	[suggestions.slice(0, -1).join(', '), ...suggestions.slice(-1)].filter(Boolean).join(' or ');
