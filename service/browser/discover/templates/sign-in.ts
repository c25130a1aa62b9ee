import type {LookElement} from '../../page/look.ts';
import {action, assertion, type Draft, type ReadPage, afterwards} from '../draft.ts';
import {isSayable, nameOf} from '../shown.ts';

export type SignInForm = {user: LookElement | null; password: LookElement; button: LookElement | null};

/** A password that nobody has. */
const wrongPassword = 'not-the-password';

/**
 * Signing in works, and fails with a wrong password. Only for projects with an account; its password stands in no plan,
 * because `log in` knows it.
 */
export function signIn({look, called, username}: ReadPage, {user, password, button}: SignInForm): Draft[] {
	if (username === null) return [];
	const passwordName = fieldName(password);
	const works: Draft = {
		template: 'login',
		name: `Signing in works (${called})`,
		reason: 'The page asks for a password, and the project has an account.',
		sends: true,
		steps: [
			action("Log in with the project's account"),
			afterwards(assertion(`The ${passwordName === null ? 'password' : `"${passwordName}"`} field is not visible`)),
		],
	};
	const userName = user && fieldName(user);
	const buttonName = button && nameOf(look, button);
	if (!userName || !passwordName || !buttonName || !isSayable(buttonName) || !isSayable(username)) return [works];
	return [
		works,
		{
			template: 'wrong_password',
			name: `A wrong password is refused (${called})`,
			reason: 'The page asks for a password; a site that counts failed attempts counts this one.',
			sends: true,
			steps: [
				action(`Type "${username}" in the "${userName}" field`),
				action(`Type "${wrongPassword}" in the "${passwordName}" field`),
				action(`Click the "${buttonName}" button`),
				afterwards(assertion(`The "${passwordName}" field is visible`)),
			],
		},
	];
}

const fieldName = (field: LookElement): string | null =>
	[field.name, field.placeholder, field.nearLabel].find((name): name is string => name !== null && isSayable(name)) ??
	null;
