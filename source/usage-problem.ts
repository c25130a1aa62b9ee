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
			return unknown(`command \`${problem.word}\``, problem.word, 'command', problem);
	}
}

function unknown(
	subject: string,
	word: string,
	field: string,
	{path, known}: {path: readonly string[]; known: readonly string[]},
): ApiError {
	const nearest = nearestWord(word, known);
	const command = ['svc', ...path].join(' ');
	const hint = nearest
		? `Did you mean \`${field === 'command' ? `${command} ${nearest}` : nearest}\`?`
		: `See \`${command} --help\`.`;
	return new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: `Unknown ${subject}. ${hint}`,
		details: {field, reason: 'unknown', ...(nearest ? {nearest} : {})},
	});
}
