import {expect, it} from 'vitest';
import {createBackendBench} from '../../helpers/backend-bench.ts';

const bench = createBackendBench();

/** What `leaks` says of texts, each with the status it was answered with. */
async function leaksOf(answers: Array<[status: number, text: string]>, allowed: string[] = []): Promise<unknown> {
	const code = [
		'import json',
		'class Answer:',
		'    def __init__(self, status, text):',
		'        self.status_code, self.text = status, text',
		`answers = json.loads(${JSON.stringify(JSON.stringify(answers))})`,
		`produce("found", [leaks(Answer(*one)${allowed.map(name => `, ${JSON.stringify(name)}`).join('')}) for one in answers])`,
		'assert answers',
	].join('\n');
	const outcome = await bench.run(code, {produces: ['found']});
	expect(outcome).toMatchObject({status: 'passed', error: null});
	return outcome.captures.find(({name}) => name === 'found')?.value;
}

it('names the fields that hold a secret, and none that is masked, empty or no secret', async () => {
	const secret = ['password', 'passwordHash', 'password_hash', 'token', 'accessToken', 'refresh_token', 'secretKey'];
	const more = ['api_key', 'clientSecret'];
	const all = [...secret, ...more];
	expect(await leaksOf(all.map(name => [200, `{"${name}": "x"}`]))).toEqual(all.map(name => [name]));
	const none = ['{"password": "****"}', '{"token": null}', '{"nextPageToken": "x"}', '{"tokenType": "Bearer"}'];
	expect(await leaksOf([...none, '{"max_tokens": 5}', ''].map(text => [200, text]))).toEqual([[], [], [], [], [], []]);
});

it('leaves out what the document names, and says each field once', async () => {
	const answer: [number, string] = [200, '[{"token": "a", "password": "b"}, {"token": "c"}]'];
	expect(await leaksOf([answer])).toEqual([['token', 'password']]);
	expect(await leaksOf([answer], ['token'])).toEqual([['password']]);
	expect(await leaksOf([answer], ['*'])).toEqual([[]]);
});

it('finds the trace of a refusal, and looks for none in a success', async () => {
	const python = 'Traceback (most recent call last):\\n  File "app.py"';
	const node = '{"stack": "Error: no\\\\n    at Object.find (/srv/app/find.js:4:2)"}';
	expect(await leaksOf([[500, python]])).toEqual([['Traceback (most']]);
	expect(await leaksOf([[400, node]])).toMatchObject([[expect.stringContaining('at Object.find (')]]);
	expect(await leaksOf([[200, python]])).toEqual([[]]);
	expect(await leaksOf([[404, '{"message": "no such user"}']])).toEqual([[]]);
});
