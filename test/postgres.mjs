import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

/**
 * Newest folder with the programs of PostgreSQL as Debian installs them.
 * @returns {string | null} null without one
 */
export function postgresFolder() {
	const root = '/usr/lib/postgresql';
	const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
	return versions.map(version => join(root, version, 'bin')).find(bin => existsSync(join(bin, 'initdb'))) ?? null;
}
