// `node test/trials/bad-sites.mjs [--short]`: plans that meet pages which never load, redirect, ask, grow, crash, download or
// open without end, lead to private places or repeat secrets, in one batch of the built service, a healthy plan after each.
// Says what became of them. A slow trial; a short one is part of the tests. Exits with 1 unless every row is as specified.
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {badSiteTable} from './bad-sites/table.mjs';
import {tableOf} from './killed-service.mjs';

const {values} = parseArgs({options: {short: {type: 'boolean', default: false}}});
const dist = process.env.SVC_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
const {rows, visits, files, processes, worstMb} = await badSiteTable(join(dist, 'cli.js'), {isShort: values.short});
process.stdout.write(
	tableOf(rows.map(({name, status, kind, next, ok, error}) => ({name, status, kind, next, ok, error}))),
);
const wrong = rows.filter(({ok}) => !ok).length;
process.stdout.write(
	`${rows.length} bad plans, ${wrong} not as specified, ${visits.length} private visits, ${files.length} files with a secret, ${processes} processes left, at most ${worstMb} MB\n`,
);
process.exitCode = wrong + visits.length + files.length + processes > 0 ? 1 : 0;
