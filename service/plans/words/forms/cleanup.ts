import type {Form} from '../subject.ts';

/** Opt-outs and orders of cleanup: the words that cleanup itself understands. */
export const cleanupForm: Form = {
	family: 'waits, steps, cleanup',
	example: 'keep records of /audit-log',
	patterns: [/^(.+)$/],
	read([sentence], {cleanupRule, endpoints}) {
		// "keep the account seed@example.com": a record by what is in it.
		const named =
			/^(?:keep|preserve|don't delete|do not delete|never delete) (?:the |my |our )?(?:account|user|customer|member|record) (\S+@\S+)$/i.exec(
				sentence,
			);
		const instruction = named ? `keep the record with email ${named[1]}` : sentence;
		// These verbs are about rows and fields, unless records are named.
		if (/^(?:skip|exclude|ignore|leave)/i.test(sentence) && !/record|resource|clean|delet/i.test(sentence)) return null;
		if (/^(?:keep|leave|want) (?:only|just)\b/i.test(sentence)) return null;
		const said = cleanupRule(instruction);
		if (said === null) return null;
		// A word alone is a family only when there is one.
		const path = /^Records of (?:[A-Z]+ )?(\/\S+) are kept/.exec(said)?.[1];
		if (path !== undefined && !sentence.includes('/') && !endpoints.some(one => one.path.includes(path))) return null;
		return {operations: [{op: 'cleanup.rule', instruction, reason: said}], said: `cleanup: ${said}`};
	},
};
