import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {promisify} from 'node:util';
import Database from 'libsql';

const run = promisify(execFile);

/** The built client and a service of its own, in a home that nothing else uses. */
export class ServiceUnderTrial {
	#cli;
	#home = mkdtempSync(join(tmpdir(), 'svc-target-'));

	/** @param dist folder of the built client */
	constructor(dist) {
		this.#cli = join(dist, 'cli.js');
	}

	/** Answer of a command; a verdict that is not a success is an answer, too. */
	async json(...args) {
		const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')));
		const options = {
			cwd: this.#home,
			env: {...env, HOME: this.#home, SVC_HOME: this.#home, SVC_NO_SKILL_WARNING: '1'},
			maxBuffer: 64 * 1024 * 1024,
		};
		const {stdout} = await run(process.execPath, [this.#cli, ...args, '--output', 'json'], options).catch(error => {
			if (error.code === 1 && error.stdout) return error;
			throw new Error(`svc ${args.join(' ')}: ${error.stderr}`);
		});
		return JSON.parse(stdout);
	}

	/** A file below the home, for values that do not belong on a command line. */
	file(name, content) {
		const path = join(this.#home, name);
		writeFileSync(path, content, {mode: 0o600});
		return path;
	}

	/** Rows of the store, read while nobody writes. */
	rows(sql, ...values) {
		const database = new Database(join(this.#home, 'service', 'store', 'svc.db'), {readonly: true});
		try {
			return database.prepare(sql).all(...values);
		} finally {
			database.close();
		}
	}

	async stop() {
		await this.json('service', 'stop');
		rmSync(this.#home, {recursive: true, force: true});
	}
}
