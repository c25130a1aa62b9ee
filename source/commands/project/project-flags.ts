import {type BrowserInput, consentAnswers, pictureChoices} from '../../../contract/project.ts';
import {refusedFlag} from '../../errors/api-error.ts';
import {integer, texts, choice, refuseTogether, toggle} from '../flag.ts';

export const maxParallelFlag = integer('Tests of the project that execute at once at most, over all batches', {
	min: 1,
	max: 1000,
});

const maxAttributes = 10;

export const testIdAttributesFlag = texts('Attributes that identify elements, at most 10 (frontend)', {
	placeholder: '<list>',
});

/** Attribute names of all occurrences, each a comma list. */
export const attributeNames = (given: readonly string[]): string[] =>
	given
		.flatMap(one => one.split(','))
		.map(name => name.trim())
		.filter(Boolean);

export function checkAttributeNames(given: readonly string[]): void {
	const {length} = attributeNames(given);
	if (given.length > 0 && length === 0)
		throw refusedFlag('test-id-attributes', {reason: 'blank', text: 'must not be blank'});
	if (length > maxAttributes)
		throw refusedFlag('test-id-attributes', {reason: 'too_many', text: `must be at most ${maxAttributes} names`});
}

/** How the browser treats the site of a frontend project. */
export const browserFlags = {
	consent: choice('A consent banner in the way is closed so (reject), or left alone (frontend)', consentAnswers),
	pictures: choice('Of which steps a picture is kept (all) (frontend)', pictureChoices),
	stayOnOrigin: toggle('A page of another origin ends the step (frontend)'),
	loginOrigin: texts('Other origin whose pages may be given the password (frontend)', {placeholder: '<url>'}),
};

/** Those that take a setting back. */
export const browserResetFlags = {
	leaveOrigin: toggle('Pages of other origins are allowed again (frontend)'),
	clearLoginOrigins: toggle('No other origin is given the password any more (frontend)'),
};

type Options = {
	consent: BrowserInput['consent'];
	pictures: BrowserInput['pictures'];
	stayOnOrigin: boolean;
	loginOrigin: readonly string[];
	leaveOrigin?: boolean;
	clearLoginOrigins?: boolean;
};

/** What of the browser the flags name; undefined: nothing. */
export function browserInput(options: Options): BrowserInput | undefined {
	const {consent, pictures, stayOnOrigin, loginOrigin, leaveOrigin, clearLoginOrigins} = options;
	const input: BrowserInput = {
		...(consent === undefined ? {} : {consent}),
		...(pictures === undefined ? {} : {pictures}),
		...(stayOnOrigin || leaveOrigin ? {stayOnOrigin} : {}),
		...(loginOrigin.length > 0 || clearLoginOrigins ? {loginOrigins: [...loginOrigin]} : {}),
	};
	return Object.keys(input).length === 0 ? undefined : input;
}

export function checkBrowserResets({stayOnOrigin, loginOrigin, leaveOrigin, clearLoginOrigins}: Options): void {
	refuseTogether('stay-on-origin', stayOnOrigin, 'leave-origin', leaveOrigin ?? false);
	refuseTogether('login-origin', loginOrigin.length > 0, 'clear-login-origins', clearLoginOrigins ?? false);
}
