/** Text of the service or of the shop without control characters: a terminal must not obey what somebody else wrote. */
export const cleanText = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '?');
