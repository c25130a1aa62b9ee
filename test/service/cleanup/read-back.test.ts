import {describe, expect, it} from 'vitest';
import {RecordReader} from '../../../service/cleanup/read-back.ts';

const url = 'http://api.test/leaves/7';

/** What a record is, by what its address and that of a made-up one answer with 200. */
async function presenceOf(own: unknown, nobody: unknown, wasShown = true) {
	const get = async (address: string) => ({
		status: 200,
		body: null,
		error: null,
		latencyMs: 1,
		detail: {responseBody: JSON.stringify(address === url ? own : nobody)},
	});
	return (await new RecordReader().read(url, '7', wasShown, get as never)).presence;
}

describe('an answer 200 with an error inside', () => {
	const missing = (id: string) => ({code: 40401, msg: `no leave ${id}`, data: null});

	it('says that a record is gone where a made-up one is answered the same', async () => {
		expect(await presenceOf(missing('7'), missing('918273645'))).toBe('gone');
	});

	it('says nothing where a made-up one is answered otherwise', async () => {
		expect(await presenceOf({code: 42901, msg: 'too many requests', data: null}, missing('918273645'))).toBe('unknown');
	});

	it('says nothing of what was never read', async () => {
		expect(await presenceOf(missing('7'), missing('918273645'), false)).toBe('unknown');
	});

	it('is none where the record is shown', async () => {
		expect(await presenceOf({code: 0, msg: 'ok', data: {id: 7}}, missing('918273645'))).toBe('there');
	});
});
