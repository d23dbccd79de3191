/** Small sounds, made here, and only for those who asked for them. */
import { settings } from "./settings.svelte";

const TONES = { tile: [[320, 0.05]], qwirkle: [[523, 0.09], [659, 0.09], [784, 0.16]] } as const;
let context: AudioContext | undefined;

export function play(name: keyof typeof TONES): void {
  if (!settings.sounds) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, length] of TONES[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}
