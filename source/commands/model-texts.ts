import type {Context} from '../context.ts';

/** Tells whoever debugs what a model was sent. @returns the answer itself */
export function told<Answer extends {sent?: readonly string[] | undefined}>(
	answer: Answer,
	{observer}: Context,
): Answer {
	for (const text of answer.sent ?? []) observer({kind: 'model-text', text});
	return answer;
}
