import {expect, it} from 'vitest';
import {secretForms} from '../../../service/runners/backend.ts';
import {emptyJob} from '../../helpers/empty-job.ts';

const forms = (secrets: string[], auth = {}) => {
	const job = emptyJob('');
	return secretForms({secrets, auth: {...job.auth, ...auth}});
};

it('has nothing to hide in a public project without secrets', () => {
	expect(forms([])).toEqual([]);
	expect(forms([''])).toEqual([]);
});

it('hides the credential, the headers that carry it and their values without a scheme', () => {
	const found = forms([], {credential: 'user:pass', headers: {Authorization: 'Basic dXNlcjpwYXNz'}});
	expect(found).toEqual(expect.arrayContaining(['user:pass', 'user%3Apass', 'Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz']));
});

it.each([
	['a URL', 'a b/c+d!', ['a%20b%2Fc%2Bd%21', 'a+b%2Fc%2Bd%21', 'a%20b/c%2Bd%21', 'a%20b/c+d!']],
	['JSON', 'quote"\\ü', ['quote\\"\\\\ü', 'quote\\"\\\\\\u00fc', 'quote\\\\\\"\\\\\\\\ü']],
	['Python', "it's\n", ["it\\'s\\n"]],
	['base64', 'longer than eight', ['bG9uZ2VyIHRoYW4gZWlnaHQ=', 'bG9uZ2VyIHRoYW4gZWlnaHQ']],
	['a header', 'ü1234', ['Ã¼1234']],
])('knows how a secret is written in %s', (_place, secret, spellings) => {
	expect(forms([secret])).toEqual(expect.arrayContaining([secret, ...spellings]));
});

it('puts longer spellings first', () => {
	const lengths = forms(['short', 'much longer']).map(({length}) => length);
	expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
});

it('accepts half a surrogate pair', () => {
	expect(forms(['\ud800x'])).toContain('\ud800x');
});
