import type {Value} from '../../../source/plan-language/reading.ts';
import type {SignInForm} from '../discover/templates/sign-in.ts';
import type {Look, LookElement} from '../page/look.ts';
import {fold} from '../page/words.ts';
import {pause} from './deadline.ts';
import {guardSecret} from './act/secret-origin.ts';
import {closeConsent} from './act/consent.ts';
import {type Found, foundAt} from './find.ts';
import type {Session} from './session.ts';
import {StepFailed} from './step-failed.ts';
import {clickFound, withHandle} from './with-handle.ts';

const signIn = /\b(?:sign[ -]?in|log[ -]?in|login|signin)\b/i;
const secondFactor = /one[ -]?time|verification code|authenticator|two[ -]?factor|2fa|\botp\b/i;
const userName = /user|e-?mail|login|account|name/i;

/**
 * The login step: opens the sign-in page, fills the account in, submits, and is done when the password
 * field has gone and no alert is shown. Throws `StepFailed`. @param mayFail it is done when the form has been sent
 */
export async function logIn(
	session: Session,
	username: Value | null,
	password: Value | null,
	mayFail = false,
): Promise<void> {
	const account = accountOf(session, username, password);
	session.parts.mask.add(account.password);
	const look = await signInPage(session);
	if (look === 'signed_in') return session.note('already signed in');
	await submit(session, look, account);
	// What is only tried is judged by the steps behind it.
	if (mayFail) return;
	await awaitSignedIn(session, look);
	session.parts.logins.keep(
		session.job.loginKey,
		await session.call('keeping the login', session.parts.context.storageState()),
	);
}

/** The page with the form, which is opened where it is not in view. Throws `StepFailed`: there is no way to it. */
export async function signInPage(session: Session): Promise<Look | 'signed_in'> {
	const look = await session.look();
	return passwordOf(look) ? look : openForm(session);
}

/** The form that asks for a password on a page; null: it has none. */
export function signInFormOf(look: Look): SignInForm | null {
	const password = passwordOf(look);
	return password ? {user: userField(look) ?? null, password, button: submitButton(look) ?? null} : null;
}

/**
 * The page wants to know who one is: it asks for one password, and offers no way to sign out. A page on which somebody
 * who has signed in changes his password, or an editor with a field for one, is none.
 */
export const isSignedOut = (look: Look): boolean =>
	look.elements.filter(isPassword).length === 1 &&
	!hasWayOut(look) &&
	(isSignInPage(look) || userField(look) !== undefined);

type Account = {username: string; password: string};

function accountOf(session: Session, username: Value | null, password: Value | null): Account {
	const {account} = session.job;
	const {variables} = session.parts;
	const given = {
		username: username ? variables.fill(username.text) : account?.username,
		password: password ? variables.fill(password.text) : account?.password,
	};
	if (given.username === undefined || given.password === undefined)
		throw new StepFailed({
			case: 'login',
			target: 'account',
			message: `no account is stored for this project. Store one: svc project update ${session.job.projectId} --username <account> --password-file <password-file>`,
			verdict: {status: 'blocked', failureKind: 'unknown'},
		});
	return {username: given.username, password: given.password};
}

/** Traps for password managers stand above or left of where a page begins. */
const isShown = ({box}: LookElement) =>
	box !== null && box.width > 0 && box.height > 0 && box.x + box.width > 0 && box.y + box.height > 0;
const isPassword = (one: LookElement) => one.type === 'password' && isShown(one) && !one.states.disabled;
const passwordOf = (look: Look): LookElement | undefined => look.elements.find(isPassword);
const hasWayOut = (look: Look): boolean =>
	look.elements.some(one => isShown(one) && /\b(?:sign|log)[ -]?out\b/i.test(one.name || one.text));
const isField = (one: LookElement) =>
	(one.role === 'textbox' || one.role === 'searchbox' || one.role === 'combobox') && isShown(one);

/** By its title, its main heading or its address. */
export const isSignInPage = (look: Look): boolean =>
	[
		look.title,
		look.elements.find(one => one.role === 'heading')?.name ?? '',
		new URL(look.url, 'http://none.invalid/').pathname.replace(/[-_/]+/g, ' '),
	].some(text => signIn.test(text));

/** Clicks the link or button that leads to the form; where there is none, nobody has to sign in or nobody can. */
async function openForm(session: Session): Promise<Look | 'signed_in'> {
	const wayIn = (look: Look) =>
		look.elements.filter(
			one =>
				one.ref !== null &&
				isShown(one) &&
				(one.role === 'link' || one.role === 'button') &&
				signIn.test(one.name || one.text),
		);
	const found = await session.until(async look => {
		// The name may be asked for on a page of its own, before the password.
		if (passwordOf(look) || (isSignInPage(look) && userField(look))) return {look, way: null};
		const [way] = wayIn(look);
		if (way) return {look, way};
		return hasWayOut(look) ? {look, way: null} : null;
	});
	if (!found)
		throw new StepFailed({
			case: 'login',
			target: 'sign in',
			message: 'there is no password field, and no link or button named sign in or log in',
		});
	if (!found.way) return passwordOf(found.look) || isSignInPage(found.look) ? found.look : 'signed_in';
	await closeConsent(session);
	await clickFound(
		session,
		elementOn(session, found.look, look => wayIn(look)[0]),
		'opening the sign-in page',
	);
	await session.settle();
	const form = await session.until(async look => (passwordOf(look) || userField(look) ? look : null));
	if (!form)
		throw new StepFailed({
			case: 'login',
			target: 'sign in',
			message: `"${found.way.name || found.way.text}" was clicked, but no password field appeared`,
		});
	return form;
}

/** The field before the password, or on a page that asks for the name alone the one that is called so. */
function userField(look: Look): LookElement | undefined {
	const password = passwordOf(look);
	const fields = look.elements.filter(one => isField(one) && one.type !== 'password');
	if (password) return fields.filter(one => one.index < password.index && one.frame === password.frame).at(-1);
	const named = fields.filter(one =>
		userName.test(`${one.name} ${one.placeholder ?? ''} ${one.nameAttribute ?? ''} ${one.id ?? ''}`),
	);
	return named.length === 1 ? named[0] : undefined;
}

/** What is there on a look; where the page has drawn it anew, it is looked for in the same way. */
function elementOn(session: Session, look: Look, which: (look: Look) => LookElement | undefined): Found {
	const again = async (): Promise<Found> => {
		const now = await session.until(async there => (which(there) ? there : null));
		if (!now) throw stillThere(session, session.lastLook ?? look);
		return elementOn(session, now, which);
	};
	return foundAt(session, look, which(look)!.index, again);
}

async function submit(session: Session, first: Look, account: Account): Promise<void> {
	let look = first;
	const type = async (fieldOf: (look: Look) => LookElement | undefined, text: string, what: string) => {
		const found = elementOn(session, look, fieldOf);
		if (what === 'the password') await guardSecret(session, found, what);
		const typing = `typing ${what}`;
		await withHandle(session, found, typing, (handle, timeout) => session.call(typing, handle.fill(text, {timeout})));
	};
	const pressEnter = (fieldOf: (look: Look) => LookElement | undefined, what: string) =>
		withHandle(session, elementOn(session, look, fieldOf), what, (handle, timeout) =>
			session.call(what, handle.press('Enter', {timeout})),
		);
	const user = userField(look);
	if (user) await type(userField, account.username, 'the user name');
	if (!passwordOf(look)) {
		// The name first, the password on a second page.
		await pressEnter(userField, 'going on to the password');
		await session.settle();
		const next = await session.until(async now => (passwordOf(now) ? now : null));
		if (!next) throw stillThere(session, session.lastLook ?? look);
		look = next;
	}
	await type(passwordOf, account.password, 'the password');
	await pressEnter(passwordOf, 'sending the form');
	await session.settle();
	// A form that Enter does not send has a button for it.
	const now = await session.look();
	const button = passwordOf(now) && !alertOf(now) && submitButton(now);
	if (button && session.watch.answers.length === 0 && now.url === first.url) {
		const sent = (there: Look) => (passwordOf(there) ? submitButton(there) : undefined);
		await clickFound(session, elementOn(session, now, sent), 'sending the form');
		await session.settle();
	}
}

function submitButton(look: Look): LookElement | undefined {
	const password = passwordOf(look)!;
	const buttons = look.elements.filter(
		one => one.role === 'button' && one.ref !== null && isShown(one) && !one.states.disabled,
	);
	return (
		buttons.find(one => one.index > password.index && (signIn.test(one.name) || one.type === 'submit')) ??
		buttons.find(one => one.index > password.index)
	);
}

const alertOf = (look: Look): string | null => {
	const alert = look.elements.find(one => one.role === 'alert' && isShown(one) && textUnder(look, one) !== '');
	return alert ? textUnder(look, alert) : null;
};

function textUnder(look: Look, element: LookElement): string {
	const below = new Set([element.index]);
	for (const one of look.elements) if (one.parent !== null && below.has(one.parent)) below.add(one.index);
	const words = look.elements.filter(one => below.has(one.index)).map(one => one.text || one.name);
	return words.filter(Boolean).join(' ').slice(0, 200).trim();
}

const patienceAfterSendMs = 10_000;

async function awaitSignedIn(session: Session, form: Look): Promise<void> {
	const done = await session.until(async look => {
		if (look.elements.some(one => isField(one) && secondFactor.test(`${one.name} ${one.placeholder ?? ''}`)))
			throw new StepFailed({
				case: 'login',
				target: 'sign in',
				message: 'a second factor is asked for, which a test cannot give: use an account without one',
			});
		if (passwordOf(look)) return alertOf(look) === null ? null : ('refused' as const);
		return 'in' as const;
	}, patienceAfterSendMs);
	if (done !== 'in') throw stillThere(session, session.lastLook!, form);
	await pause(0);
}

/** What the page says now and did not say before the form was sent. */
function saidSince(look: Look, before: Look): string {
	const known = new Set(before.elements.map(one => one.text));
	const fresh = look.elements.filter(one => isReadable(one) && one.text !== '' && !known.has(one.text));
	return [...new Set(fresh.map(one => one.text))].join(' ').slice(0, 200).trim();
}

const isReadable = (one: LookElement) => one.role === 'text' || (isShown(one) && !isField(one));

function stillThere(session: Session, look: Look, form = look): StepFailed {
	const told = alertOf(look) ?? saidSince(look, form);
	const said = fold(told) ? `: "${session.parts.mask.text(told)}"` : '';
	return new StepFailed({
		case: 'login',
		target: 'sign in',
		message: `still on the sign-in form after it was sent${said}`,
	});
}
