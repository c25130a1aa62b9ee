import {rmSync} from 'node:fs';
import {type ServiceFile, serviceFile} from '../../contract/service-process.ts';
import {writeFileAtomically} from '../../source/process/atomic-write.ts';
import {readRegularFile} from '../../source/process/regular-file.ts';

/** Tells clients where the service is (0600): a reader sees all of it or nothing. */
export function writeServiceFile(path: string, content: ServiceFile): void {
	writeFileAtomically(path, `${JSON.stringify(content, null, '\t')}\n`, {mode: 0o600});
}

/** Who owns the data directory, as far as a file says so. */
export function readServiceFile(path: string): ServiceFile | null {
	try {
		const parsed = serviceFile.safeParse(JSON.parse(readRegularFile(path)));
		return parsed.success ? parsed.data : null;
	} catch {
		return null;
	}
}

/** Removes the file of this start; one that a later start has written stays. */
export function removeServiceFile(path: string, own: ServiceFile): void {
	if (readServiceFile(path)?.ownerToken === own.ownerToken) rmSync(path, {force: true});
}
