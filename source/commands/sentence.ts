import type {Context} from '../context.ts';
import {refusedFlag} from '../errors/api-error.ts';
import {missingFlag, refuseTogether, text} from './flag.ts';
import type {Refinement} from '../../contract/refinement.ts';
import type {CommandResult} from './define-command.ts';
import {negative} from './outcome.ts';
import {shellWord} from '../view-model/shell-word.ts';

const mostCharacters = 4000;
const mostBytes = 64 * 1024;

type SentenceOptions = {text: string | undefined; textFile: string | undefined};

/** A sentence, or a file that holds it. */
export const sentenceFlags = (summary: string) => ({
	text: text(summary, {placeholder: '<sentence>', max: mostCharacters}),
	textFile: text('The same, read from a file; - = stdin', {placeholder: '<path>'}),
});

/** Refuses both forms at once, and none of them when a sentence is needed. */
export function checkSentence({text: said, textFile}: SentenceOptions, hint: string | null): void {
	refuseTogether('text', said !== undefined, 'text-file', textFile !== undefined);
	if (hint !== null && said === undefined && textFile === undefined) throw missingFlag('text', hint);
}

/** The sentence as given or from its file. */
export async function readSentence({text: said, textFile}: SentenceOptions, context: Context): Promise<string> {
	if (textFile === undefined) return said ?? '';
	const bytes = await context.files.read(textFile, {flag: 'text-file', maxBytes: mostBytes});
	const sentence = new TextDecoder().decode(bytes).trim();
	if (sentence === '') throw refusedFlag('text-file', {reason: 'blank', text: 'the file is empty'});
	if (sentence.length > mostCharacters)
		throw refusedFlag('text-file', {reason: 'too_long', text: `holds more than ${mostCharacters} characters`});
	return sentence;
}

/** Tells whoever debugs what a model was sent. @returns the answer itself */
export function told<Answer extends {sent?: readonly string[] | undefined}>(
	answer: Answer,
	{observer}: Context,
): Answer {
	for (const text of answer.sent ?? []) observer({kind: 'model-text', text});
	return answer;
}

/** A sentence that could not be worked out is a negative answer. */
export function refinementResult(one: Refinement): CommandResult {
	const {refinementId, testId, choices, errorMessage} = one;
	if (one.status !== 'failed') {
		const of = `svc test refine ${shellWord(testId)}`;
		const next = {
			ready: `Apply it: ${of} --apply ${shellWord(refinementId)}`,
			drafting: `See what it says: ${of} --history`,
			applied: one.kind === 'answer' ? undefined : `Run it: svc test run ${shellWord(testId)} --wait`,
		}[one.status as string];
		return {view: 'refinement', data: next === undefined ? one : {...one, nextAction: next}};
	}
	const message = choices ? 'It could mean several things.' : (errorMessage ?? 'It could not be worked out.');
	const next = choices
		? `Say the number of one: svc test refine ${shellWord(testId)} --text 1`
		: `See what it checks: svc test refine ${shellWord(testId)} --text "what does it check"`;
	return {view: 'refinement', data: one, problem: negative(message, {refinementId}, next)};
}
