import {whole} from '../sentence.ts';
import type {Form} from '../subject.ts';
import {targetsOf} from '../targets.ts';

const it = '(?:it|this|that|this test|this chain|the test|the chain)';

/** Questions: they are answered, and nothing changes. */
export const askForms: readonly Form[] = [
	{
		family: 'data; exclude; ask',
		example: 'what does it check',
		patterns: [
			whole(`what (?:does|do|is|are|will) (.+?) (?:check|test|do|verify|assert|expect|cover|look at)(?:ed|s|ing)?\\??`),
			whole(`what (?:is|gets) (?:checked|tested|verified|asserted|expected)(?: (?:by|in|for|of) (.+?))?\\??`),
			whole(`(?:explain|describe|summari[sz]e|show|tell me about) (.+?)\\??`),
			whole(`what (?:is|are) (.+?) (?:about|for|good for)\\??`),
			whole(`which (?:checks|expectations|assertions) (?:does|do|are in|has|have) (.+?)(?: have| make| hold)?\\??`),
		],
		read([, words = ''], scope) {
			const subjects = new RegExp(`^${it}?$`, 'i').test(words) ? scope.subjects : targetsOf(words, scope);
			return subjects.length === 0 ? null : {answer: 'checks', subjects};
		},
	},
	{
		family: 'data; exclude; ask',
		example: 'why did it fail',
		patterns: [
			whole(
				`why (?:did|does|do|has|is|are|was|were) (.+?) (?:fail|failing|failed|red|broken|break|not pass|blocked|go wrong)(?:ing|ed|s)?\\??`,
			),
			whole(`what (?:went|is|goes) wrong(?: (?:with|in) (.+?))?\\??`),
			whole(`what (?:is|was) the (?:reason|cause|problem|error|failure)(?: (?:of|with|in|for) (.+?))?\\??`),
			whole(`why (?:the )?(?:failure|red|not green)\\??`),
			whole(`what broke(?: (.+?))?\\??`),
		],
		read([, words = ''], scope) {
			const subjects = new RegExp(`^${it}?$`, 'i').test(words) ? scope.subjects : targetsOf(words, scope);
			return subjects.length === 0 ? null : {answer: 'why', subjects};
		},
	},
	{
		family: 'data; exclude; ask',
		example: 'how do I fix it',
		patterns: [
			whole(
				`how (?:do|can|should|could|would) (?:i|we|one|you) (?:fix|repair|solve|get (?:rid of|around)|make) (.+?)(?: (?:pass|green|work|go away))?\\??`,
			),
			whole(`how (?:is|can) (.+?) (?:be )?(?:fixed|repaired|solved)\\??`),
			whole(`what (?:do i have to|should i|must i|can i|to) (?:do|change)(?: (?:about|with|in) (.+?))?\\??`),
			whole(`how to (?:fix|repair|solve) (.+?)\\??`),
			whole(`(?:what is|what's|suggest|is there) (?:the |a )?(?:fix|remedy|solution)(?: for (.+?))?\\??`),
		],
		read([, words = ''], scope) {
			const subjects = new RegExp(`^${it}?$`, 'i').test(words) ? scope.subjects : targetsOf(words, scope);
			return subjects.length === 0 ? null : {answer: 'fix', subjects};
		},
	},
];
