import {formOf} from '../model/answer-form.ts';
import {isLogin} from '../model/meaning.ts';
import {below} from '../model/pointer.ts';
import type {Value} from '../recipe.ts';
import {always, decided, documentedShape, neverSucceeds, refuses, succeeds} from './asserts.ts';
import {hasExamples} from './login-example.ts';
import type {RowTemplate} from './row-draft.ts';

/** The document's own example logs in; a wrong password, a missing field and a bad e-mail do not. At most 3 wrong tries. */
export const login: RowTemplate = {
	id: 'login',
	category: 'auth',
	priority: 'p0',
	fill(draft, operation, context) {
		const {api} = context;
		if (!isLogin(operation, api.schemas) || !hasExamples(operation, api)) return null;
		const call = draft.request(operation, {auth: 'none', body: 'all', keepExamples: true});
		const password = placeOf(call.body && 'value' in call.body ? call.body.value : null, /pass(?:word|wd|phrase)?$/i);
		if (password === null) return null;
		const email = placeOf(call.body && 'value' in call.body ? call.body.value : null, /e-?mail$/i);
		const form = formOf(api.schemas, operation);
		const token =
			form.form === 'record' ? [...form.view.properties.keys()].find(name => /token|jwt/i.test(name)) : undefined;
		draft.step({
			id: 'login',
			title: 'log in',
			role: 'act',
			call,
			asserts: [
				succeeds(operation),
				...always(api, operation),
				...documentedShape(api, operation, 2),
				...(form.form === 'record' && token
					? [
							decided(
								'token',
								'the answer holds no token: {actual}',
								{
									type: 'shape',
									pointer: below(form.pointer, token),
									schema: {type: 'string', minLength: 1},
									closed: false,
								},
								'responses',
							),
						]
					: []),
			],
		});
		draft.step({
			id: 'refused',
			title: 'try with what is wrong',
			role: 'act',
			call,
			cases: [
				{
					name: 'a wrong password',
					patch: [{at: {in: 'body', pointer: password}, value: {is: 'literal', value: 'not-the-password'}}],
				},
				{name: 'no password', patch: [{at: {in: 'body', pointer: password}, value: 'absent'}]},
				...(email
					? [
							{
								name: 'an e-mail that is none',
								patch: [
									{at: {in: 'body' as const, pointer: email}, value: {is: 'literal' as const, value: 'not an address'}},
								],
							},
						]
					: []),
			],
			asserts: [
				neverSucceeds('refused', '{case}: answered {actual}', ['4xx'], 'no access without the credential'),
				refuses(operation, [400, 401, 403, 422], 'a wrong login is refused', 'status'),
				...always(api, operation, true),
			],
		});
		return {
			title: 'logs in with the right password only',
			description: `Logs in with the example of the document, then with a wrong password, without one${email ? ' and with a bad e-mail' : ''}.`,
		};
	},
};

/** Place of the field whose name fits, in what is sent. */
function placeOf(value: Value | null, name: RegExp, pointer = '$'): string | null {
	if (value?.is !== 'object') return null;
	for (const [key, one] of Object.entries(value.fields)) {
		if (name.test(key)) return below(pointer, key);
		const inside = placeOf(one, name, below(pointer, key));
		if (inside !== null) return inside;
	}
	return null;
}
