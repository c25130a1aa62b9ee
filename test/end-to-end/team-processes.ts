import {randomUUID} from 'node:crypto';
import {spawn} from 'node:child_process';
import {createServer, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {inject, onTestFinished} from 'vitest';
import {runSql} from '../helpers/postgres-server.ts';
import {expectDeclared} from '../helpers/strict-document.ts';
import {createDataDirectory, type DataDirectory, type RealService, startRealService} from './real-service.ts';

/** A database of the server that all tests share; empty: there is none. */
export const empty = inject('emptyDatabase') ?? '';
/** Of a database of the server that all tests share. */
export const urlOf = (database: string) => empty.replace(/\/svc_empty$/, `/${database}`);
/** The built client. */
export const cliPath = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** A database without a table that goes with the test, of the shared server where none is named. */
export async function newDatabase(of = urlOf): Promise<string> {
	const name = `svc_${randomUUID().replaceAll('-', '')}`;
	await runSql(of('postgres'), `create database ${name}`);
	onTestFinished(async () => void (await runSql(of('postgres'), `drop database ${name} with (force)`)));
	return of(name);
}

/** A data directory that goes with the test. */
export function newDirectory(): DataDirectory {
	const data = createDataDirectory();
	onTestFinished(data.remove);
	return data;
}

/**
 * Processes of one service: the first one makes the key of its secrets and an API key, the others get both.
 *
 * @param database URL by which they reach it, where none is named
 */
export function newTeam(database: string) {
	const first = newDirectory();
	const keyFile = join(first.path, 'secrets.key');

	async function serve(flags: string[] = [], data = newDirectory(), url = database): Promise<RealService> {
		const isFirst = first.key === '';
		const directory = isFirst ? first : data;
		directory.key = first.key;
		const more = isFirst ? flags : [...flags, '--secrets-key-file', keyFile];
		const service = await startRealService(directory, {SVC_DATABASE_URL: url}, more);
		onTestFinished(() => service.kill('SIGKILL'));
		return service;
	}

	async function work(flags: string[] = [], data = newDirectory(), url = database) {
		const args = [cliPath, '--output', 'json', 'worker', '--secrets-key-file', keyFile, ...flags];
		const env = {PATH: process.env['PATH'], HOME: data.path, SVC_HOME: data.path, SVC_DATABASE_URL: url};
		const child = spawn(process.execPath, args, {env, stdio: ['ignore', 'pipe', 'ignore']});
		const exited = new Promise<number | null>(resolve => child.once('exit', resolve));
		onTestFinished(async () => {
			child.kill('SIGKILL');
			await exited;
		});
		const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
		const line = (await lines.next()).value as string;
		expectDeclared(args.slice(1), line);
		const ready = JSON.parse(line) as object;
		return {
			ready,
			pid: child.pid ?? 0,
			exited,
			data,
			async kill(signal: NodeJS.Signals) {
				child.kill(signal);
				return exited;
			},
		};
	}

	return {serve, work, key: () => first.key};
}

type Send = (status: number, body?: object) => void;

/** Sends a status and a JSON body, if there is one. */
export const sender =
	(response: ServerResponse): Send =>
	(status, body) =>
		void response.writeHead(status, {'content-type': 'application/json'}).end(body ? JSON.stringify(body) : undefined);

/** What an API of records by path answers: DELETE removes one, GET reads one or the list of its collection. */
export function answerOfRecords(records: Set<string>, method: string, url: string, send: Send): void {
	const list = () =>
		[...records].filter(record => record.startsWith(`${url}/`)).map(record => ({id: record.split('/')[2]}));
	if (method === 'DELETE') send(records.delete(url) ? 204 : 404);
	else if (records.has(url)) send(200, {id: url.split('/')[2]});
	else send(/^\/\w+$/.test(url) ? 200 : 404, list());
}

/** Listens on loopback until the test ends; its URL. */
export async function listenForTest(server: Server): Promise<string> {
	await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Counts what it is asked for, and who went before an answer; `/held` is answered when `answer` is called. */
export async function startTarget() {
	const asked: string[] = [];
	const records = new Set<string>();
	let gone = 0;
	let answer = () => {};
	let arrive = () => {};
	const arrived = new Promise<void>(resolve => {
		arrive = resolve;
	});
	const held = new Promise<void>(resolve => {
		answer = resolve;
	});
	const server = createServer(async (request, response) => {
		const {method = '', url = ''} = request;
		asked.push(`${method} ${url}`);
		request.resume();
		const send = sender(response);
		if (url === '/login') return send(200, {token: `token-${asked.filter(one => one === 'POST /login').length}`});
		if (url === '/held') {
			response.once('close', () => {
				if (!response.writableFinished) gone++;
			});
			arrive();
			await held;
		}
		if (url === '/me') return send(request.headers.authorization?.startsWith('Bearer token-') ? 200 : 401, {});
		if (method === 'POST') {
			const id = String(asked.length);
			records.add(`${url}/${id}`);
			return send(201, {id});
		}
		answerOfRecords(records, method, url, send);
	});
	return {
		url: await listenForTest(server),
		asked,
		records,
		arrived,
		answer,
		gone: () => gone,
	};
}

/** Code of a test that gets a path and wants 200. */
export const get = (path: string, more = '') =>
	`import requests\nassert requests.get(f"{BASE_URL}${path}"${more}).status_code == 200\n`;
/** Code of a test that makes a record and produces its id. */
export const post = (path: string) =>
	`import requests\nproduce("id", requests.post(f"{BASE_URL}${path}", json={}).json()["id"])\n`;
