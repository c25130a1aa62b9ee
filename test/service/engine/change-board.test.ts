import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {ChangeBoard} from '../../../service/engine/change-board.ts';

const change = (version: number, more = {}) => ({
	batchId: 'bat_1',
	version,
	done: false,
	ended: [],
	sweep: false,
	...more,
});

describe('changes of a batch', () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	it('that fall within 100 ms wake a reader once', () => {
		const board = new ChangeBoard();
		const wake = vi.fn();
		board.onVersion('bat_1', 4, wake);
		board.publish([change(5)]);
		vi.advanceTimersByTime(60);
		board.publish([change(6), change(7)]);
		vi.advanceTimersByTime(39);
		expect(wake).not.toHaveBeenCalled();
		vi.advanceTimersByTime(1);
		expect(wake).toHaveBeenCalledTimes(1);
		vi.advanceTimersByTime(1000);
		expect(wake).toHaveBeenCalledTimes(1);
	});

	it('are held back from a reader who asks again before they are told', () => {
		const board = new ChangeBoard();
		board.publish([change(5)]);
		expect(board.isHeldBack('bat_1', 4, 5)).toBe(true);
		// Somebody who knows less is not held: what he misses was told long ago.
		expect(board.isHeldBack('bat_1', 3, 4)).toBe(false);
		vi.advanceTimersByTime(100);
		expect(board.isHeldBack('bat_1', 4, 5)).toBe(false);
	});

	it('of another process are joined also between two questions of a reader', () => {
		const board = new ChangeBoard();
		const letGo = board.onVersion('bat_1', 4, () => {});
		board.hear(change(5));
		vi.advanceTimersByTime(100);
		letGo();
		vi.advanceTimersByTime(20);
		board.hear(change(6));
		expect(board.isHeldBack('bat_1', 5, 6)).toBe(true);
		vi.advanceTimersByTime(100);
		expect(board.isHeldBack('bat_1', 5, 6)).toBe(false);
		vi.advanceTimersByTime(100);
		board.hear(change(7));
		// Nobody has asked for so long.
		expect(board.isHeldBack('bat_1', 6, 7)).toBe(false);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('that are in the store before they are heard of are held back from a reader who has just been told', () => {
		const board = new ChangeBoard();
		const letGo = board.onVersion('bat_1', 4, () => {});
		board.hear(change(5));
		vi.advanceTimersByTime(100);
		letGo();
		vi.advanceTimersByTime(10);
		// He has read 6 by then, and asks for what comes after it.
		const wake = vi.fn();
		board.onVersion('bat_1', 6, wake);
		expect(board.isHeldBack('bat_1', 6, 7)).toBe(true);
		vi.advanceTimersByTime(89);
		expect(wake).not.toHaveBeenCalled();
		vi.advanceTimersByTime(1);
		expect(wake).toHaveBeenCalledTimes(1);
		vi.advanceTimersByTime(100);
		expect(board.isHeldBack('bat_1', 7, 8)).toBe(false);
	});

	it('do not wake a reader who knows them', () => {
		const board = new ChangeBoard();
		const wake = vi.fn();
		board.onVersion('bat_1', 5, wake);
		board.publish([change(5)]);
		vi.advanceTimersByTime(100);
		expect(wake).not.toHaveBeenCalled();
		board.publish([change(6)]);
		vi.advanceTimersByTime(100);
		expect(wake).toHaveBeenCalledTimes(1);
	});

	it('that end it are told at once, also to who waits for nothing else', () => {
		const board = new ChangeBoard();
		const [version, end, run] = [vi.fn(), vi.fn(), vi.fn()];
		board.onVersion('bat_1', 8, version);
		board.onVersion('bat_1', Number.POSITIVE_INFINITY, end);
		board.onRunEnd('run_1', run);
		board.publish([change(9, {done: true, ended: ['run_1']})]);
		for (const wake of [version, end, run]) expect(wake).toHaveBeenCalledTimes(1);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('reach nobody who has let go, and leave no timer behind', () => {
		const board = new ChangeBoard();
		const wake = vi.fn();
		board.onVersion('bat_1', 0, wake)();
		board.onRunEnd('run_1', wake)();
		board.publish([change(1, {ended: ['run_1']})]);
		vi.advanceTimersByTime(1000);
		expect(wake).not.toHaveBeenCalled();
		expect(vi.getTimerCount()).toBe(0);
	});

	it('are not waited for any more once the board is closed', () => {
		const board = new ChangeBoard();
		const [before, after] = [vi.fn(), vi.fn()];
		board.onVersion('bat_1', 9, before);
		board.publish([change(5)]);
		board.close();
		board.onVersion('bat_2', 9, after);
		board.onRunEnd('run_1', after);
		expect(before).toHaveBeenCalledTimes(1);
		expect(after).toHaveBeenCalledTimes(2);
		expect(vi.getTimerCount()).toBe(0);
	});
});
