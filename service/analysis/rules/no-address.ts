import {excerpt} from '../excerpt.ts';
import {environment, testCode} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/** How HTTP libraries call a text that is no address. */
const names = /^(?:MissingSchema|InvalidSchema|InvalidURL|UnsupportedProtocol|LocationParseError)$/;
/** `ValueError` of urllib. */
const unknownType = /^unknown url type/;

/** The test asked for something that is no whole address: mostly BASE_URL is empty, as the project has no URL. */
export const noAddress: Rule = symptoms => {
	const {exception, run, atLine} = symptoms;
	if (!exception || !(names.test(exception.name) || unknownType.test(exception.message))) return null;
	const asked = /['"](.*?)['"]/.exec(exception.message)?.[1] ?? null;
	const what = asked === null ? 'a text' : `"${excerpt(asked, 80)}"`;
	const readsBase = /\bBASE_URL\b/.test(run.code ?? '');
	if (run.targetUrl === null && readsBase) {
		return {
			cause: `The test asks for ${what}${atLine}, which is no address: BASE_URL is empty, as the project has no target URL. No request was sent.`,
			fix: environment(
				'target URL',
				'Give the project its URL: svc project update <project-id> --url <url>; one run alone takes --target-url.',
			),
			call: null,
		};
	}
	return {
		cause: `The test asks for ${what}${atLine}, which is no address (${exception.name}). No request was sent for it.`,
		fix: testCode(
			symptoms,
			readsBase ? 'look at how the address is put together.' : 'write BASE_URL in front of the path.',
		),
		call: null,
	};
};
