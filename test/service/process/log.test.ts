import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {openLog} from '../../../service/process/log.ts';
import {temporaryDirectory} from './run-serve.ts';

it('a log file is rotated at 10 MB and never becomes more than five files', async () => {
	const folder = temporaryDirectory();
	const filler = 'x'.repeat(100_000);
	// Each opening appends; a stream that is written faster than the disk takes it would only fill the memory.
	for (let round = 0; round < 14; round++) {
		const {logger, close} = openLog(join(folder, 'service.log'));
		for (let line = 0; line < 50; line++) logger.info({round, line, filler}, 'filled');
		await close();
	}
	const names = readdirSync(folder).sort();
	expect(names).toEqual(['service.log', 'service.log.1', 'service.log.2', 'service.log.3', 'service.log.4']);
	for (const name of names) {
		expect(statSync(join(folder, name)).size).toBeLessThan(16_000_000);
		expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
	}
	const lines = readFileSync(join(folder, 'service.log'), 'utf8').trim().split('\n');
	expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({round: 13, line: 49, msg: 'filled', level: 30});
});
