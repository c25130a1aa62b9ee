import {expect, it} from 'vitest';
import {pythonReader} from '../../../source/test-code/python-reader.ts';
import {codeReader} from '../../../source/test-code/test-warnings.ts';

/** Answers with its process and the question; `end` ends it, `noise` is no JSON. */
const script = `
import json, os, sys
for line in sys.stdin:
    question = json.loads(line)
    if question == "end":
        os._exit(3)
    print("?" if question == "noise" else json.dumps([os.getpid(), question]), flush=True)
`;
const echo = () => pythonReader({executable: 'python3', args: ['-c', script]});

it('asks one process all that is asked at once or soon after, and gives each its own answer', async () => {
	const read = echo();
	const first = (await read('ä\n€')) as [number, string];
	const others = (await Promise.all([1, 2, 3, 4].map(read))) as Array<[number, number]>;
	expect(first[1]).toBe('ä\n€');
	expect(others).toEqual([1, 2, 3, 4].map(question => [first[0], question]));
});

it.each(['end', 'noise'])('answers nothing to the one question that fails by %s, and all others', async failing => {
	const read = echo();
	const [before, failed, after] = (await Promise.all(['a', failing, 'b'].map(read))) as [
		[number, string],
		null,
		[number, string],
	];
	expect([before[1], failed, after[1]]).toEqual(['a', null, 'b']);
	expect(after[0]).not.toBe(before[0]);
});

it('starts again when its process was ended while nobody asked', async () => {
	const read = echo();
	const [pid] = (await read(1)) as [number];
	process.kill(pid, 'SIGKILL');
	await expect
		.poll(async () => {
			const answer = (await read(2)) as [number, number] | null;
			return answer !== null && answer[0] !== pid;
		})
		.toBe(true);
});

it('answers nothing where there is no such Python', async () => {
	const read = pythonReader({executable: '/nonexistent/python', args: []});
	expect(await Promise.all([1, 2].map(read))).toEqual([null, null]);
});

it('reads a hundred tests much faster than it starts interpreters', async () => {
	const job = {code: 'x = variables["a"]\n', produces: [], needs: []};
	const started = performance.now();
	for (let index = 0; index < 10; index += 1) await codeReader(['python3'])(job);
	const each = (performance.now() - started) / 10;
	const read = codeReader(['python3']);
	await read(job);
	const again = performance.now();
	for (let index = 0; index < 100; index += 1) expect((await read(job)).findings).toHaveLength(1);
	expect((performance.now() - again) / 100).toBeLessThan(each / 3);
});
