import type {ActionPart} from '../../../source/plan-language/reading.ts';
import {type Names, valueCode} from './code-text.ts';

/** The login step: the name and the password, on one page or on two, of the step or of the environment. */
export function loginLines({username, password}: Extract<ActionPart, {op: 'login'}>, names: Names): string[] {
	const name = username ? valueCode(username, names) : 'process.env.TEST_USERNAME!';
	const secret = password ? valueCode(password, names) : 'process.env.TEST_PASSWORD!';
	return [
		"const password = page.locator('input[type=password]').filter({visible: true}).first();",
		"const user = page.getByRole('textbox', {name: /user|e-?mail|login|account|name/i}).first();",
		"const signIn = page.getByRole('link', {name: /sign in|log ?in/i}).or(page.getByRole('button', {name: /sign in|log ?in/i})).first();",
		'await expect(password.or(user).or(signIn).first()).toBeVisible();',
		'if (!(await password.isVisible()) && (await signIn.isVisible())) await signIn.click();',
		'await expect(password.or(user).first()).toBeVisible();',
		`if (await user.isVisible()) await user.fill(${name});`,
		"if (!(await password.isVisible())) await user.press('Enter');",
		`await password.fill(${secret});`,
		"await password.press('Enter');",
		'await expect(password).toBeHidden();',
	];
}
