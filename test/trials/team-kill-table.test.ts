import {randomUUID} from 'node:crypto';
import {join} from 'node:path';
import {beforeAll, describe, expect, inject, it, onTestFinished} from 'vitest';
import {buildClient, dist, patienceMs} from '../acceptance/built-client.ts';
import {runSql} from '../helpers/postgres-server.ts';
import {teamKillTable} from './team-kills/table.mjs';

const empty = inject('emptyDatabase') ?? '';
const urlOf = (database: string) => empty.replace(/\/svc_empty$/, `/${database}`);

beforeAll(buildClient, patienceMs);

describe.skipIf(empty === '')('the small kill table of a team', () => {
	it('loses no verdict, changes none and leaves no record and no process, 20 kills long', async () => {
		const name = `svc_${randomUUID().replaceAll('-', '')}`;
		await runSql(urlOf('postgres'), `create database ${name}`);
		onTestFinished(async () => void (await runSql(urlOf('postgres'), `drop database ${name} with (force)`)));
		const {rows, processesLeft} = await teamKillTable(join(dist, 'cli.js'), urlOf(name), {kills: 20, seed: 1});
		expect(rows.filter(({ok}) => !ok)).toEqual([]);
		expect([rows.length, processesLeft]).toEqual([4, 0]);
	}, 900_000);
});
