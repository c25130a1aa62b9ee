import {type BrowserInput, consentAnswers, pictureChoices} from '../../../contract/project.ts';
import {choice, refuseTogether, texts, toggle} from '../flag.ts';

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
