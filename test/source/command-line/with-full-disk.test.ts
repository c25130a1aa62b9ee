import {expect, it} from 'vitest';
import {withFullDisk} from '../../../source/command-line/with-full-disk.ts';
import {fullDisk} from '../../../source/client/spawn-daemon.ts';
import {ApiError} from '../../../source/errors/api-error.ts';

type Parts = Parameters<typeof withFullDisk>[1];
const at = (value: string) =>
	({
		connection: () => ({endpoint: {value}}),
		localService: () => ({dataDir: '/home/me/.svc/service'}),
	}) as unknown as Parts;
const full = new ApiError('UNAVAILABLE', 'The disk is full.', {
	nextAction: 'Free some space.',
	requestId: 'req_1',
	details: {dependency: 'store', reason: 'disk_full'},
});

it('a full disk of the service of this machine is named with its directory', () => {
	const {code, message, requestId, nextAction, details} = withFullDisk(full, at('local'), () => 4096);
	expect({code, message, requestId}).toEqual({code: 'UNAVAILABLE', message: 'The disk is full.', requestId: 'req_1'});
	expect(nextAction).toContain('/home/me/.svc/service (4 KiB are free)');
	expect(details).toEqual({dependency: 'store', reason: 'disk_full', path: '/home/me/.svc/service'});
});

it('what the service does not say is seen from the room that is left', () => {
	const broken = new ApiError('INTERNAL', 'The service failed unexpectedly.', {nextAction: 'Try again.'});
	expect(withFullDisk(broken, at('local'), () => 4096).nextAction).toContain('Free some space');
	expect(withFullDisk(broken, at('local'), () => 5_000_000)).toBe(broken);
	expect(withFullDisk(broken, at('local'), () => null)).toBe(broken);
});

it('the disk of a service elsewhere is not that of this machine, and a wrong flag needs no room', () => {
	expect(withFullDisk(full, at('https://svc.example'), () => 4096)).toBe(full);
	const wrong = new ApiError('VALIDATION_ERROR', 'A flag is wrong.', {nextAction: 'Correct it.'});
	expect(withFullDisk(wrong, at('local'), () => 4096)).toBe(wrong);
});

it('a service that ends without a word has met the full disk that its log lies on', () => {
	const free = (path: string) => (path === '/data' ? 2048 : 9_000_000);
	expect(fullDisk(['/logs/a.log', '/data'], free)).toEqual({
		message: 'the disk of /data is full (2 KiB are free); nothing that was stored there is lost.',
		nextAction: 'Free some space there, then start again.',
	});
	expect(fullDisk(['/logs/a.log'], free)).toBeNull();
	expect(fullDisk(['/logs/a.log'], () => null)).toBeNull();
});
